package dev.satu.server.http;

import io.vertx.core.MultiMap;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;
import jakarta.inject.Singleton;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.ext.Provider;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;
import org.jboss.resteasy.reactive.server.spi.ServerRequestContext;

/**
 * Refuses a parameter of the query that is given empty or twice. The framework hands an empty one
 * on as if it had not been given, and of two the first: a listing would then answer to something
 * that nobody asked, and a lost cursor begin again at the first page. Only the filters of a form, a
 * {@link BeanParam}, may be empty: browsers send them so.
 */
@Provider
@Singleton
public final class QueryCheck implements DynamicFeature {
  private static final int AFTER_THE_SCOPE = Priorities.USER + 1;
  private static final Set<String> PAGE = Set.of("limit", "cursor");

  @Override
  public void configure(ResourceInfo resource, FeatureContext context) {
    Set<String> names = new TreeSet<>();
    Set<String> filters = new TreeSet<>();
    for (Parameter parameter : resource.getResourceMethod().getParameters()) {
      named(parameter).forEach(names::add);
      if (parameter.isAnnotationPresent(BeanParam.class)) {
        named(parameter).forEach(filters::add);
      }
    }
    filters.removeAll(PAGE);
    if (!names.isEmpty()) {
      context.register(new Check(names, filters), AFTER_THE_SCOPE);
    }
  }

  private static Stream<String> named(Parameter parameter) {
    Stream<AnnotatedElement> bearers =
        parameter.isAnnotationPresent(BeanParam.class)
            ? Arrays.stream(parameter.getType().getDeclaredFields())
            : Stream.of(parameter);
    return bearers
        .map(bearer -> bearer.getAnnotation(QueryParam.class))
        .filter(query -> query != null)
        .map(QueryParam::value);
  }

  private static final class Check implements ContainerRequestFilter {
    private final Set<String> names;
    private final Set<String> mayBeEmpty;

    Check(Set<String> names, Set<String> mayBeEmpty) {
      this.names = Set.copyOf(names);
      this.mayBeEmpty = Set.copyOf(mayBeEmpty);
    }

    @Override
    public void filter(ContainerRequestContext context) {
      ServerRequestContext request =
          ((ResteasyReactiveContainerRequestContext) context).getServerRequestContext();
      RoutingContext routing =
          ((ResteasyReactiveRequestContext) request).unwrap(RoutingContext.class);
      MultiMap query = query(routing);
      for (String name : names) {
        List<String> given = query.getAll(name);
        if (given.size() > 1) {
          throw new ProblemException(Problems.invalidField(name, "must be given once"));
        }
        if (given.contains("") && !mayBeEmpty.contains(name)) {
          throw new ProblemException(
              Problems.invalidField(name, "must not be empty: leave it out instead"));
        }
      }
    }

    private static MultiMap query(RoutingContext routing) {
      try {
        return routing.queryParams();
      } catch (HttpException undecodable) {
        throw new ProblemException(Problems.badRequest());
      }
    }
  }
}
