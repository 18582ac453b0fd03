package org.curtail.traces.tables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.curtail.traces.Damage;
import org.curtail.traces.DamageCounts;

/** Damage as JSON: count and first example by kind. */
public final class DamageJson {
  private DamageJson() {}

  /** Writes the kinds that occurred. */
  public static ObjectNode of(DamageCounts damage) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    for (Damage kind : Damage.values()) {
      if (damage.of(kind) > 0) {
        json.putObject(name(kind)).put("count", damage.of(kind)).put("first", damage.example(kind));
      }
    }
    return json;
  }

  /** Reads JSON written by {@link #of}. */
  public static DamageCounts read(JsonNode json) {
    var damage = new DamageCounts();
    for (Damage kind : Damage.values()) {
      JsonNode found = json.path(name(kind));
      if (found.path("count").asLong() > 0) {
        damage.count(kind, found.path("count").asLong(), found.path("first").asText());
      }
    }
    return damage;
  }

  private static String name(Damage kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
