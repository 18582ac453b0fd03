package org.curtail.cli;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.cli.DocumentedCommands.Documented;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The figures in the documentation are those that the commands beside them print. */
@Timeout(value = 10, unit = MINUTES)
class DocumentedFiguresTest {
  private static final Path ROOT = DocumentedCommands.root();
  private static final Path SIXTEEN_CORES = ROOT.resolve("research/notes/sixteen-cores.md");

  /** A line of a table whose first cell is a load in percent. */
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\d+) % \\| (.*) \\|$");

  @TempDir private Path folder;

  /** The command of a file that begins so. */
  private static List<String> command(Path file, String... beginning) throws IOException {
    return DocumentedCommands.commandsIn(file).stream()
        .map(Documented::words)
        .filter(words -> words.size() > beginning.length)
        .filter(words -> words.subList(0, beginning.length).equals(List.of(beginning)))
        .findFirst()
        .orElseThrow(() -> new AssertionError(file + " has no " + List.of(beginning)));
  }

  private Terminal run(List<String> words) {
    return new DocumentedOutput(folder).run(words);
  }

  @Test
  @Tag("long")
  void theResultAt16CoresIsWhatItsCommandsPrint() throws IOException {
    run(command(SIXTEEN_CORES, "plan", "--profile", "few-to-many-lucene"));
    String printed =
        run(command(
                SIXTEEN_CORES,
                "simulate",
                "--profile",
                "few-to-many-lucene",
                "--cores",
                "16",
                "--table"))
            .out();
    String section =
        before(after(Files.readString(SIXTEEN_CORES), "## Simulated\n"), "## Simulated,");
    Matcher row = ROW.matcher(section);
    int rows = 0;
    while (row.find()) {
      String[] cells = row.group(2).split(" \\| ", -1);
      String block =
          before(after(printed, cells[0] + " requests/s, load " + row.group(1) + " %"), "\n\n");
      assertThat(p99(block, "sequential")).isEqualTo(cells[1]);
      assertThat(p99(block, "fixed-4")).isEqualTo(cells[2]);
      assertThat(p99(block, "few-to-many")).isEqualTo(cells[3]);
      assertThat(p99(block, "tail-index")).isEqualTo(cells[4]);
      assertThat(block).containsPattern("limit +" + cells[5] + "\\b");
      rows++;
    }
    assertThat(rows).isEqualTo(3);
  }

  /** The README's sentence and command are those of the note, which the tests above repeat. */
  @Test
  void theGainAt16CoresIsThatOfTheNote() throws IOException {
    Path readme = ROOT.resolve("README.md");
    assertThat(command(readme, "simulate"))
        .isEqualTo(
            command(
                SIXTEEN_CORES,
                "simulate",
                "--profile",
                "few-to-many-lucene",
                "--cores",
                "16",
                "--load"));
    String section =
        before(after(Files.readString(SIXTEEN_CORES), "by the number of cores"), "## Emulated");
    double[] gains =
        ROW.matcher(section)
            .results()
            .mapToDouble(row -> 100 * (1 - Double.parseDouble(row.group(2).split(" \\| ", -1)[3])))
            .sorted()
            .toArray();
    assertThat(Files.readString(readme).replaceAll("\\s+", " "))
        .contains("p99 of `tail-index` is %.0f to %.0f %% lower".formatted(gains[0], gains[2]));
  }

  private static String after(String text, String mark) {
    assertThat(text).contains(mark);
    return text.substring(text.indexOf(mark) + mark.length());
  }

  private static String before(String text, String mark) {
    assertThat(text).contains(mark);
    return text.substring(0, text.indexOf(mark));
  }

  /** Mean, p50, p95, p99. */
  private static String p99(String block, String policy) {
    Matcher line =
        Pattern.compile("(?m)^" + policy + " +\\S+ +\\S+ +\\S+ +([\\d,.]+)").matcher(block);
    assertThat(line.find()).as("%s in%n%s", policy, block).isTrue();
    return line.group(1);
  }

  /** It takes half a minute. */
  @Tag("long")
  @Test
  void theGainsByCoresAreWhatTheCommandPrints() throws IOException {
    List<String> documented =
        command(
            SIXTEEN_CORES,
            "simulate",
            "--profile",
            "few-to-many-lucene",
            "--cores",
            "16",
            "--load");
    String section =
        before(after(Files.readString(SIXTEEN_CORES), "by the number of cores"), "## Emulated");
    int[] cores = {2, 4, 8, 16, 32};
    for (int column = 0; column < cores.length; column++) {
      var words = new ArrayList<String>(documented);
      words.set(words.indexOf("--cores") + 1, Integer.toString(cores[column]));
      String printed = run(words).out();
      Matcher row = ROW.matcher(section);
      int rows = 0;
      while (row.find()) {
        String block = before(after(printed, "load " + row.group(1) + " %"), "\n\n");
        double ratio = number(p99(block, "tail-index")) / number(p99(block, "sequential"));
        double said = Double.parseDouble(row.group(2).split(" \\| ", -1)[column]);
        // What is printed is rounded to three digits.
        assertThat(said).isBetween(ratio - 0.01, ratio + 0.01);
        rows++;
      }
      assertThat(rows).isEqualTo(3);
    }
  }

  private static double number(String text) {
    return Double.parseDouble(text.replace(",", ""));
  }

  @Test
  void thePlanOfThePapersExampleIsWhatIsPrinted() throws IOException {
    isPrinted(ROOT.resolve("docs/java.md"), "plan");
  }

  @Tag("long")
  @Test
  void theDisciplinesByDemandAreWhatIsPrinted() throws IOException {
    Path guide = ROOT.resolve("research/notes/disciplines.md");
    isPrinted(guide, "simulate --profile adaptive-bing");
    isPrinted(guide, "simulate --profile few-to-many-lucene");
  }

  /** It takes most of a minute. */
  @Tag("long")
  @Test
  void theCapacitiesAreWhatIsPrinted() throws IOException {
    isPrinted(ROOT.resolve("docs/capacity.md"), "capacity");
  }

  @Tag("long")
  @Test
  void theEnergiesAreWhatIsPrinted() throws IOException {
    isPrinted(
        ROOT.resolve("docs/energy.md"), "energy --profile few-to-many-lucene --machine rk3399");
    isPrinted(
        ROOT.resolve("research/notes/energy-clocks.md"),
        "energy --profile few-to-many-lucene --machine server");
  }

  private void isPrinted(Path guide, String command) throws IOException {
    new DocumentedOutput(folder).isPrinted(guide, command);
  }
}
