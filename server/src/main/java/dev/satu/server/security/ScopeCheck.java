package dev.satu.server.security;

import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.ext.Provider;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;
import org.jboss.resteasy.reactive.server.spi.ServerRequestContext;
import org.jspecify.annotations.Nullable;

/**
 * Puts the check of its {@link Scoped scope} in front of each resource method, once, while the
 * service starts.
 */
@Provider
@Singleton
public final class ScopeCheck implements DynamicFeature {
  @Override
  public void configure(ResourceInfo resource, FeatureContext context) {
    @Nullable Scoped scoped = resource.getResourceMethod().getAnnotation(Scoped.class);
    if (scoped == null) {
      scoped = resource.getResourceClass().getAnnotation(Scoped.class);
    }
    if (scoped == null) {
      throw new IllegalStateException(
          resource.getResourceMethod()
              + " names no scope: annotate it, or its class, with @Scoped");
    }
    context.register(new Check(scoped.value()));
  }

  private static final class Check implements ContainerRequestFilter {
    private final Scope needed;

    Check(Scope needed) {
      this.needed = needed;
    }

    @Override
    public void filter(ContainerRequestContext context) {
      ServerRequestContext request =
          ((ResteasyReactiveContainerRequestContext) context).getServerRequestContext();
      RoutingContext routing =
          ((ResteasyReactiveRequestContext) request).unwrap(RoutingContext.class);
      Credential.of(routing).require(needed);
    }
  }
}
