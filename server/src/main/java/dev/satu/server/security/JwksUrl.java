package dev.satu.server.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.lang.JoseException;
import org.jspecify.annotations.Nullable;

/**
 * Public keys from a URL, fetched when they are first needed and again from time to time. While the
 * URL does not answer, the keys of before are good for a while. Redirects are not followed.
 */
final class JwksUrl implements TokenKeys {
  private static final Logger LOG = Logger.getLogger(JwksUrl.class);
  private static final Duration FRESH = Duration.ofMinutes(5);
  private static final Duration USABLE = Duration.ofHours(1);
  private static final Duration BETWEEN_FETCHES = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final int LARGEST = 256 * 1024;
  private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

  private final URI url;
  private final LongSupplier nanoTime;
  private final HttpClient client =
      HttpClient.newBuilder().followRedirects(Redirect.NEVER).connectTimeout(PATIENCE).build();
  private final ReentrantLock fetching = new ReentrantLock();
  private volatile @Nullable Fetched known;
  private volatile @Nullable Long triedAt;

  private record Fetched(List<JsonWebKey> keys, long at) {}

  JwksUrl(URI url, LongSupplier nanoTime) {
    this.url = url;
    this.nanoTime = nanoTime;
  }

  /** Whether keys from there can be trusted: nobody between us may have changed them. */
  static boolean isSafe(URI url) {
    String host = url.getHost();
    return host != null
        && ("https".equals(url.getScheme())
            || ("http".equals(url.getScheme()) && THIS_MACHINE.contains(host)));
  }

  @Override
  public List<JsonWebKey> keys() {
    Fetched now = known;
    if (now == null || age(now.at()).compareTo(FRESH) > 0) {
      lookAgain();
      now = known;
    }
    if (now == null || age(now.at()).compareTo(USABLE) > 0) {
      throw new KeysUnavailable("no keys from " + url, new IOException("see the log"));
    }
    return now.keys();
  }

  @Override
  public boolean lookAgain() {
    Fetched before = known;
    fetching.lock();
    try {
      if (!Objects.equals(known, before)) {
        return true;
      }
      Long tried = triedAt;
      if (tried != null && age(tried).compareTo(BETWEEN_FETCHES) < 0) {
        return false;
      }
      triedAt = nanoTime.getAsLong();
      known = new Fetched(fetch(), nanoTime.getAsLong());
      return true;
    } catch (IOException | JoseException failure) {
      LOG.warnf("The keys at %s cannot be had: %s", url, failure);
      return false;
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      fetching.unlock();
    }
  }

  private Duration age(long since) {
    return Duration.ofNanos(nanoTime.getAsLong() - since);
  }

  private List<JsonWebKey> fetch() throws IOException, InterruptedException, JoseException {
    HttpRequest request = HttpRequest.newBuilder(url).timeout(PATIENCE).GET().build();
    HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
    try (InputStream body = response.body()) {
      if (response.statusCode() != 200) {
        throw new IOException("status " + response.statusCode());
      }
      byte[] bytes = body.readNBytes(LARGEST + 1);
      if (bytes.length > LARGEST) {
        throw new IOException("more than " + LARGEST + " bytes");
      }
      return new JsonWebKeySet(new String(bytes, UTF_8)).getJsonWebKeys();
    }
  }
}
