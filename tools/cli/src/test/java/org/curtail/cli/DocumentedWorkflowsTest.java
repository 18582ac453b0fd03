package org.curtail.cli;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The guide to workflows and its notes say what their commands print, from a clean folder on. */
@Timeout(value = 10, unit = MINUTES)
class DocumentedWorkflowsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path GUIDE = DocumentedCommands.root().resolve("docs/workflows.md");
  private static final Path UNDER_LOAD =
      DocumentedCommands.root().resolve("research/notes/workflows-under-load.md");

  /** A line of the table of two stages: the utilisation, four slots, one slot. */
  private static final Pattern TWO_STAGES =
      Pattern.compile("(?m)^\\| (\\d+) % \\| ([^|]+) \\| ([^|]+) \\|$");

  @TempDir private static Path folder;

  /** The workflow of the guide, and its plan. */
  @BeforeAll
  static void begin() {
    guide().run(List.of("workflow", "generate", "--seed", "1", "--out", "workflow.json"));
    guide().run(List.of("workflow", "plan", "workflow.json", "--out", "plan.json"));
  }

  @Test
  void whatThePlanBringsIsWhatIsPrinted() throws IOException {
    guide().isPrinted(GUIDE, "workflow plan");
  }

  /** Word by word, as somebody does who has nothing yet. */
  @Tag("long")
  @Test
  void allCommandsOfTheGuideRunOneAfterTheOtherInACleanFolder(@TempDir Path clean)
      throws IOException {
    var newcomer = new DocumentedOutput(clean);
    List<DocumentedCommands.Documented> commands =
        DocumentedCommands.commandsIn(GUIDE).stream()
            .filter(command -> command.words().stream().anyMatch(word -> word.endsWith(".json")))
            // A live bench takes minutes, and its report needs it.
            .filter(command -> !command.words().getFirst().equals("bench"))
            .filter(command -> command.words().stream().noneMatch(word -> word.startsWith("live/")))
            .toList();
    assertThat(commands).hasSizeGreaterThan(10);
    commands.forEach(command -> newcomer.run(command.words()));
    assertThat(clean.resolve("both.html")).exists();
  }

  private static DocumentedOutput guide() {
    return new DocumentedOutput(folder);
  }

  @Test
  void whoIsToBlameIsWhatIsPrinted() throws IOException {
    guide().isPrinted(GUIDE, "workflow show");
  }

  @Tag("long")
  @Test
  void whatLoadDoesToThePlanIsWhatIsPrinted() throws IOException {
    guide().isPrinted(GUIDE, "workflow simulate");
  }

  @Tag("long")
  @Test
  void whatCatchingUpBringsIsWhatIsPrinted() throws IOException {
    guide().isPrinted(UNDER_LOAD, "workflow simulate .* --utilisation 0.3");
  }

  @Tag("long")
  @Test
  void whatCatchingUpBringsUnderMoreLoadIsWhatIsPrinted() throws IOException {
    guide().isPrinted(UNDER_LOAD, "workflow simulate .* --utilisation 0.5");
  }

  @Test
  @Tag("long")
  void thePlanOfTwoStagesDoesWhatTheTableSays() throws IOException {
    String text = Files.readString(UNDER_LOAD);
    Files.writeString(folder.resolve("two.json"), file(text, "curtail-workflow/1"));
    Files.writeString(folder.resolve("two-plan.json"), file(text, "curtail-workflow-plan/1"));
    Matcher row = TWO_STAGES.matcher(text);
    int rows = 0;
    while (row.find()) {
      assertThat(cell(row.group(1), "4"))
          .as("four slots, %s %%", row.group(1))
          .isEqualTo(row.group(2));
      assertThat(cell(row.group(1), "1"))
          .as("one slot, %s %%", row.group(1))
          .isEqualTo(row.group(3));
      rows++;
    }
    assertThat(rows).isEqualTo(4);
  }

  /** A JSON file of a format that a guide shows. */
  private static String file(String guide, String format) {
    Matcher file =
        Pattern.compile("(?m)^    \\{\"format\":\"%s\"(?:.*\\R {4,5}.*)*".formatted(format))
            .matcher(guide);
    assertThat(file.find()).as(format).isTrue();
    return file.group();
  }

  private static String cell(String percent, String slots) throws IOException {
    String printed =
        guide()
            .run(
                List.of(
                    "workflow",
                    "simulate",
                    "two.json",
                    "--plan",
                    "two-plan.json",
                    "--utilisation",
                    "0." + percent,
                    "--replicas",
                    "4",
                    "--slots",
                    slots,
                    "--json"))
            .out();
    JsonNode runs = JSON.readTree(printed).get("runs");
    JsonNode plan = runs.get(1);
    String copies = String.format(Locale.ROOT, "%.0f %%", 100 * plan.get("cost").asDouble());
    if (plan.get("withQueuesMs").isNull()) {
      return "calls pile up, " + copies;
    }
    double with = plan.get("withQueuesMs").asDouble();
    double without = runs.get(0).get("withQueuesMs").asDouble();
    return with > without
        ? String.format(Locale.ROOT, "%,.0f ms (%,.0f without), %s", with, without, copies)
        : String.format(Locale.ROOT, "%,.0f ms, %s", with, copies);
  }
}
