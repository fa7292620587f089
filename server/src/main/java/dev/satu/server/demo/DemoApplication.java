package dev.satu.server.demo;

import dev.satu.Satu;
import dev.satu.value.AccountId;
import dev.satu.value.Caller;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import java.io.IOException;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The server of a demo: says how to try it as soon as it listens, then runs until it is told to
 * end.
 */
public final class DemoApplication implements QuarkusApplication {
  private static final AccountId OPERATOR = new AccountId("operator");

  private final Satu satu;
  private final String url;
  private final String key;

  DemoApplication(
      Satu satu,
      @ConfigProperty(name = "quarkus.http.host") String host,
      @ConfigProperty(name = "quarkus.http.port") int port,
      @ConfigProperty(name = "satu.operator-key") String key) {
    this.satu = satu;
    this.url = "http://" + host + ":" + port;
    this.key = key;
  }

  @Override
  public int run(String... arguments) throws IOException {
    SampleLots.list(satu, Caller.of(OPERATOR));
    System.out.print(Welcome.text(url, key, Welcome.newIdempotencyKey()));
    System.out.flush();
    Quarkus.waitForExit();
    return 0;
  }
}
