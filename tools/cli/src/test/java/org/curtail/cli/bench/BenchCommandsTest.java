package org.curtail.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.curtail;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.curtail.benchkit.terminal.Console;
import org.curtail.cli.Terminal;
import org.curtail.cli.commandline.CurtailCommandLine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** {@code curtail bench} and its sub-commands. */
class BenchCommandsTest {
  @TempDir private Path folder = Path.of("");

  private static CommandLine bench(String... words) {
    return CurtailCommandLine.of(BenchCommands.command(List.of(words)), Console.system());
  }

  static Stream<String> kinds() {
    return BenchCommands.kinds().stream();
  }

  private static CommandLine benchOf(String kind) {
    return Objects.requireNonNull(bench(kind).getSubcommands().get(kind), kind);
  }

  private static void assertParses(List<String> words) {
    String[] all = words.toArray(String[]::new);
    bench(all).parseArgs(all);
  }

  /** The commands of a help's examples, in words. */
  private static List<List<String>> examples(CommandLine command) {
    String help = command.getUsageMessage();
    String lines = help.substring(help.indexOf("Examples:")).replaceAll("\\s*\\\\\n\\s*", " ");
    return lines
        .lines()
        .filter(line -> line.startsWith("  curtail bench "))
        .map(line -> List.of(line.strip().split("\\s+")))
        .map(words -> words.subList(2, words.size()))
        .toList();
  }

  @Test
  void theHelpFitsOnAScreenAndNamesAllKinds() {
    assertThat(bench().getUsageMessage().lines().count()).isLessThan(40);
    assertThat(kinds())
        .containsExactly(
            "search", "emulated", "replicas", "redis", "servers", "workflow", "opensearch");
    kinds().forEach(kind -> assertThat(bench().getUsageMessage()).contains("  " + kind + " "));
    assertThat(examples(bench())).hasSize(7).allSatisfy(BenchCommandsTest::assertParses);
  }

  @Test
  void everyOptionOfBenchStandsInTheHelpOfAKind() {
    String helps =
        kinds().map(kind -> benchOf(kind).getUsageMessage()).collect(Collectors.joining());
    for (OptionSpec option : bench().getCommandSpec().options()) {
      assertThat(helps).contains(option.longestName());
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aKindHasTheOptionsThatItsExamplesNeedAndFewerThanAll(String kind) {
    CommandLine command = benchOf(kind);
    List<List<String>> examples = examples(command);
    assertThat(examples).isNotEmpty();
    examples.forEach(words -> {
      assertThat(words.getFirst()).isEqualTo(kind);
      assertParses(words);
    });
    int all = bench().getCommandSpec().options().size();
    assertThat(command.getCommandSpec().options().size()).isLessThan(all * 3 / 4);
    assertThat(command.getUsageMessage())
        .doesNotContain("With --emulate-cores", "With --replicas", "With --workflow:");
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theSameLineWithoutTheKindStillParses(String kind) {
    for (List<String> words : examples(benchOf(kind))) {
      assertParses(
          words.stream()
              .skip(1)
              .map(word -> word.equals("--url") ? "--opensearch" : word)
              .toList());
    }
  }

  /** Both ways lead to the same command: they fail alike. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "emulated --profile few-to-many-lucene --emulate-cores 0",
        "emulated --profile few-to-many-lucene --emulate-cores 4 --policies fifo",
        "replicas --replicas 1 --log none.csv",
        "replicas --replicas 3 --log none.csv",
        "workflow --workflow none.json --plan none.json",
        "search --index none --queries none.tsv",
        "opensearch --opensearch http://localhost:1 --index a/b --queries none.tsv",
      })
  void aLineWithTheKindDoesWhatTheOldLineDid(String line) {
    List<String> words = List.of(line.split(" "));
    Terminal old = run(words.subList(1, words.size()));
    Terminal named = run(words);
    assertThat(named.exitCode()).as(named.err()).isEqualTo(2);
    assertThat(named.complaint()).isEqualTo(old.complaint());
  }

  private Terminal run(List<String> words) {
    var line = new ArrayList<Object>(List.of("bench"));
    line.addAll(words);
    line.addAll(List.of("--out", folder.resolve("out")));
    return curtail(line.toArray());
  }

  /** As old lines have it: the name of a kind may be a value. */
  @ParameterizedTest
  @MethodSource("kinds")
  void aFolderMayHaveTheNameOfAKind(String kind) {
    assertParses(List.of("--index", "a", "--queries", "b", "--out", kind));
    assertParses(List.of("search", "--index", kind, "--queries", "b", "--out", kind));
  }

  @Test
  void anOptionOfAnotherKindIsUnknownAndAMissingOneIsNamed() {
    assertThat(curtail("bench", "replicas", "--replicas", 3, "--index", "a", "--out", "b").err())
        .contains("--index")
        .contains("try: ./curtail bench replicas --help");
    assertThat(curtail("bench", "emulated", "--out", "b").complaint())
        .contains("--emulate-cores", "is missing");
    assertThat(curtail("bench", "search", "--index", "a").complaint()).contains("--out");
    assertThat(curtail("bench", "--index", "a").complaint())
        .contains("--out is missing: expected the folder for results.json");
  }
}
