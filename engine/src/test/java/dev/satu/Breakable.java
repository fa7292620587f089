package dev.satu;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * An installation for one test, which may break it: a schema of its own that goes with the test,
 * and no invariants are asserted unless the test does so.
 */
public final class Breakable implements BeforeEachCallback, AfterEachCallback {
  private final Installed installed;

  public Breakable() {
    this(SatuConfig.DEFAULT);
  }

  /** With these limits. */
  public Breakable(SatuConfig limits) {
    installed = new Installed(6, limits);
  }

  /** Open while the test runs. */
  public Installed installed() {
    return installed;
  }

  @Override
  public void beforeEach(ExtensionContext context) throws Exception {
    installed.beforeAll(context);
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    installed.afterAll(context);
  }
}
