package org.curtail.cli.machine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/** Says what became of the clocks that a killed process had changed. */
final class ClockRestoring {
  private ClockRestoring() {}

  /**
   * Says it.
   *
   * @throws Misuse if they cannot be given back
   */
  static void report(Availability<List<String>> restored, Console console, boolean asJson)
      throws JsonProcessingException {
    switch (restored) {
      case Unavailable<List<String>>(String reason) ->
          throw new Misuse("--restore-clocks: no clock can be given back, because " + reason);
      case Available<List<String>>(List<String> files) when asJson ->
          console.json(
              new ObjectMapper()
                  .writerWithDefaultPrettyPrinter()
                  .writeValueAsString(Map.of("restored", files)));
      case Available<List<String>>(List<String> files) when files.isEmpty() ->
          console.result("No clock had to be given back: no killed process has left any changed.");
      case Available<List<String>>(List<String> files) -> files.forEach(console::result);
    }
  }
}
