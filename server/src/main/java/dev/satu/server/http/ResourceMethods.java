package dev.satu.server.http;

import jakarta.inject.Singleton;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.ext.Provider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Knows which path answers to which methods, for the {@code Allow} header of a {@code 405}, which
 * the framework leaves out. Filled while the service starts, only read afterwards.
 */
@Provider
@Singleton
public final class ResourceMethods implements DynamicFeature {
  private static final Pattern PARAMETER = Pattern.compile("\\{[^{}:]+(?::([^{}]+))?}");

  private final List<Route> routes = new ArrayList<>();

  private record Route(String method, String template, Pattern path) {}

  @Override
  public void configure(ResourceInfo resource, FeatureContext context) {
    Method method = resource.getResourceMethod();
    String path =
        path(resource.getResourceClass().getAnnotation(Path.class))
            + path(method.getAnnotation(Path.class));
    for (Annotation annotation : method.getAnnotations()) {
      HttpMethod verb = annotation.annotationType().getAnnotation(HttpMethod.class);
      if (verb != null) {
        routes.add(new Route(verb.value(), path, pattern(path)));
      }
    }
  }

  /** Every method with its path as the resource names it: {@code GET /v1/assets/{asset_id}}. */
  public Set<String> all() {
    return routes.stream()
        .map(route -> route.method() + " " + route.template())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The methods that this path answers to, sorted; empty if none does. */
  Set<String> allowed(String path) {
    Set<String> allowed =
        routes.stream()
            .filter(route -> route.path().matcher(path).matches())
            .map(Route::method)
            .collect(Collectors.toCollection(TreeSet::new));
    if (allowed.contains(HttpMethod.GET)) {
      allowed.add(HttpMethod.HEAD);
    }
    return allowed;
  }

  private static String path(@Nullable Path annotation) {
    if (annotation == null) {
      return "";
    }
    String value = annotation.value();
    String opened = value.startsWith("/") ? value : "/" + value;
    return opened.endsWith("/") ? opened.substring(0, opened.length() - 1) : opened;
  }

  private static Pattern pattern(String template) {
    StringBuilder regex = new StringBuilder();
    int literal = 0;
    var parameter = PARAMETER.matcher(template);
    while (parameter.find()) {
      regex.append(Pattern.quote(template.substring(literal, parameter.start())));
      String own = parameter.group(1);
      regex.append(own == null ? "[^/]+" : "(?:" + own.strip() + ")");
      literal = parameter.end();
    }
    return Pattern.compile(regex.append(Pattern.quote(template.substring(literal))) + "/?");
  }
}
