package dev.satu.server.openapi;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.Components;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.RecordComponentInfo;
import org.jspecify.annotations.Nullable;

/**
 * Says which members a body must have, by the rule by which bodies are read: each component of its
 * record that is not {@code @Nullable}.
 */
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public final class DescribedBodies implements OASFilter {
  private static final String ROOM = "dev.satu.server";
  private static final DotName NULLABLE = DotName.createSimple(Nullable.class);

  private final IndexView index;

  public DescribedBodies(IndexView index) {
    this.index = index;
  }

  @Override
  public void filterOpenAPI(OpenAPI document) {
    Components components = document.getComponents();
    if (components == null || components.getSchemas() == null) {
      return;
    }
    Map<String, Schema> schemas = components.getSchemas();
    index.getKnownClasses().stream()
        .filter(body -> body.isRecord() && body.name().toString().startsWith(ROOM))
        .forEach(body -> {
          @Nullable Schema schema = schemas.get(body.simpleName());
          if (schema != null && schema.getRequired() == null) {
            schema.setRequired(required(body));
          }
        });
  }

  private static List<String> required(ClassInfo body) {
    return body.recordComponentsInDeclarationOrder().stream()
        .filter(component -> !component.type().hasAnnotation(NULLABLE))
        .map(RecordComponentInfo::name)
        .map(PropertyNamingStrategies.SnakeCaseStrategy.INSTANCE::translate)
        .toList();
  }
}
