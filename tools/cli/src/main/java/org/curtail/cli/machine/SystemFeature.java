package org.curtail.cli.machine;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.function.Function;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.jspecify.annotations.Nullable;

/**
 * A feature of the system.
 *
 * @param by source of the feature, if it is available
 * @param reason reason why the feature is missing
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SystemFeature(boolean available, @Nullable String by, @Nullable String reason) {
  static <T> SystemFeature of(Availability<T> asked, Function<T, String> by) {
    return switch (asked) {
      case Available<T>(T value) -> new SystemFeature(true, by.apply(value), null);
      case Unavailable<T>(String reason) -> new SystemFeature(false, null, reason);
    };
  }

  @Override
  public String toString() {
    return available ? "" + by : "unavailable, because " + reason;
  }
}
