package dev.satu.server.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.lang.JoseException;

/** Public keys from a file: one in PEM, or a JWK set. Read once. */
record KeyFile(List<JsonWebKey> keys) implements TokenKeys {
  private static final String BEGIN = "-----BEGIN PUBLIC KEY-----";
  private static final String END = "-----END PUBLIC KEY-----";

  KeyFile {
    keys = List.copyOf(keys);
  }

  /**
   * Reads the file.
   *
   * @param keyType how Java calls the kind of key: {@code RSA}, {@code EC}, {@code EdDSA}
   * @throws IllegalArgumentException with a message for whoever configured it
   */
  static KeyFile read(Path file, String keyType) {
    try {
      String text = Files.readString(file).strip();
      List<JsonWebKey> keys =
          text.startsWith("{")
              ? new JsonWebKeySet(text).getJsonWebKeys()
              : List.of(JsonWebKey.Factory.newJwk(pem(text, keyType)));
      if (keys.isEmpty()) {
        throw new IllegalArgumentException(file + " has no key");
      }
      return new KeyFile(keys);
    } catch (IOException | JoseException | GeneralSecurityException unreadable) {
      throw new IllegalArgumentException(
          file + " cannot be read as a public " + keyType + " key (PEM) or a JWK set", unreadable);
    }
  }

  @Override
  public boolean lookAgain() {
    return false;
  }

  private static PublicKey pem(String text, String keyType) throws GeneralSecurityException {
    if (!text.startsWith(BEGIN) || !text.endsWith(END)) {
      throw new GeneralSecurityException("not " + BEGIN);
    }
    String body = text.substring(BEGIN.length(), text.length() - END.length());
    byte[] der;
    try {
      der = Base64.getMimeDecoder().decode(body);
    } catch (IllegalArgumentException notBase64) {
      throw new GeneralSecurityException(notBase64);
    }
    return KeyFactory.getInstance(keyType).generatePublic(new X509EncodedKeySpec(der));
  }
}
