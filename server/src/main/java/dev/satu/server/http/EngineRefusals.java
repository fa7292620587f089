package dev.satu.server.http;

import dev.satu.database.DatabaseUnavailable;
import dev.satu.value.InvalidValue;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Turns what the engine throws into a problem, where it is not a fault. */
@Singleton
public final class EngineRefusals {
  /** A value that breaks its rule, named as it stands in JSON. */
  @ServerExceptionMapper
  public Response invalid(InvalidValue invalid) {
    return Problems.invalidField(invalid.field(), invalid.rule()).toResponse();
  }

  /** A read that cannot be answered now. */
  @ServerExceptionMapper
  public Response unavailable(DatabaseUnavailable unavailable) {
    return Replies.busy(Duration.ofSeconds(1)).toResponse();
  }
}
