package org.curtail.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertUsageError;
import static org.curtail.cli.Terminal.curtail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What users get wrong: one line that says what, where, expected and found; exit code 2. */
@Timeout(300)
class BadInputTest {
  @TempDir static Path shared;
  private static Path index;
  private static Path queries;
  private static Path profile;
  private static Path table;

  @TempDir Path folder;

  @BeforeAll
  static void prepare() throws IOException {
    Path text = SmallText.write(shared.resolve("text.jsonl"), 50);
    index = shared.resolve("index");
    queries = Files.writeString(shared.resolve("queries.tsv"), "1\tabx acx\n2\tbbx\n");
    profile =
        Files.writeString(
            shared.resolve("profile.json"),
            "{\"format\":\"curtail-profile/1\",\"maxDegree\":2,\"source\":\"test\","
                + "\"timesMs\":[[10,6],[20,11]]}");
    table = shared.resolve("table.json");
    assertThat(curtail("index", text, "--out", index).exitCode()).isZero();
    Terminal.assertDone(
        curtail("plan", "--profile", profile, "--cores", 2, "--allow-harm", "--out", table));
  }

  private Terminal bench(Object... more) {
    var words =
        new ArrayList<Object>(
            List.of("bench", "--index", index, "--queries", queries, "--out", folder.resolve("r")));
    words.addAll(List.of(more));
    return curtail(words.toArray());
  }

  private Terminal profile(Object... more) {
    var words = new ArrayList<Object>(List.of("profile"));
    words.addAll(List.of(more));
    words.addAll(List.of("--out", folder.resolve("p.json")));
    return curtail(words.toArray());
  }

  @Test
  void anIndexThatIsMissingForeignOrCutShortIsNamed() throws IOException {
    Path missing = folder.resolve("missing");
    assertUsageError(
        profile("--index", missing, "--queries", queries), missing.toString(), "found nothing");
    assertUsageError(
        profile("--index", shared.resolve("text.jsonl"), "--queries", queries), "found a file");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertUsageError(profile("--index", empty, "--queries", queries), "expected a Lucene index");
    Path cut = Files.createDirectory(folder.resolve("cut"));
    try (Stream<Path> files = Files.list(index)) {
      for (Path file : files.toList()) {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(cut.resolve(file.getFileName()), Arrays.copyOf(bytes, bytes.length / 2));
      }
    }
    assertUsageError(profile("--index", cut, "--queries", queries), cut.toString(), "damaged");
  }

  @Test
  void queriesThatAreMissingEmptyOrMatchNothingAreNamed() throws IOException {
    Path missing = folder.resolve("none.tsv");
    assertUsageError(profile("--index", index, "--queries", missing), missing.toString());
    Path empty = Files.writeString(folder.resolve("empty.tsv"), "");
    assertUsageError(profile("--index", index, "--queries", empty), empty.toString());
    Path foreign = Files.writeString(folder.resolve("foreign.tsv"), "zebra quagga\n");
    assertUsageError(profile("--index", index, "--queries", foreign), "match nothing");
    assertUsageError(
        profile("--index", index, "--queries", queries, "--fields", "abstract"),
        "abstract",
        "body");
  }

  @Test
  void profilesAndTablesThatDoNotParseOrDoNotFitAreNamed() throws IOException {
    Path broken = Files.writeString(folder.resolve("t.json"), "{\"format\":\"curtail-interval");
    assertUsageError(bench("--table", broken, "--policies", "few-to-many"), broken.toString());
    assertUsageError(
        bench("--table", profile, "--policies", "few-to-many"), profile.toString(), "format");
    Path shallow =
        Files.writeString(
            folder.resolve("one.json"),
            "{\"format\":\"curtail-profile/1\",\"maxDegree\":1,\"source\":\"\",\"timesMs\":[[1]]}");
    assertUsageError(
        bench("--table", table, "--profile", shallow, "--policies", "few-to-many"),
        table.toString(),
        "degree 1",
        "found 2");
    assertUsageError(bench("--policies", "few-to-many"), "interval table", "--table FILE");
    assertUsageError(bench("--policies", "few-to-many-literal"), "interval table", "--table FILE");
    assertUsageError(bench("--policies", "adaptive"), "profile", "--profile FILE");
    assertUsageError(bench("--policies", "linear-5"), "profile", "--profile FILE");
  }

  @Test
  void aPolicyThatNeedsPredictionsIsRefusedWithOrWithoutAProfile() {
    for (Terminal run :
        List.of(
            bench("--policies", "sequential,clairvoyant-225"),
            bench("--policies", "sequential,clairvoyant-225", "--profile", profile))) {
      assertUsageError(run, "'clairvoyant-225'", "demand in advance", "live requests");
      assertThat(run.err()).doesNotContain("FILE");
    }
  }

  private Terminal emulate(Object... more) {
    var words = new ArrayList<Object>(List.of("bench", "--emulate-cores", 4));
    words.addAll(List.of(more));
    words.addAll(List.of("--out", folder.resolve("r")));
    return curtail(words.toArray());
  }

  @Test
  void anIndexAndEmulatedCoresExcludeEachOther() {
    assertUsageError(
        bench("--emulate-cores", 4), "--index", "cannot be given together with --emulate-cores");
    assertUsageError(
        emulate("--profile", profile, "--queries", queries),
        "--queries",
        "together with --emulate-cores");
    assertUsageError(
        emulate("--profile", profile, "--top-hits", 5),
        "--top-hits",
        "cannot be given together with --emulate-cores");
    assertUsageError(emulate("--profile", profile, "--cores", 2), "--cores", "together with");
    assertUsageError(emulate(), "--profile", "is missing");
    assertUsageError(bench("--rps", 40), "--rps", "works only with --emulate-cores");
    assertUsageError(bench("--scale", 1), "--scale", "works only with --emulate-cores");
    assertUsageError(bench("--chunk-ms", 1), "--chunk-ms", "works only with --emulate-cores");
    assertUsageError(
        curtail("bench", "--out", folder.resolve("r")), "--index", "--profile and --emulate-cores");
  }

  @Test
  void whatCannotBeEmulatedIsNamed() {
    assertUsageError(emulate("--profile", profile, "--policies", "lucene-2"), "'lucene-2'");
    assertUsageError(
        emulate("--profile", profile, "--policies", "adaptive+boosting"),
        "'adaptive+boosting'",
        "boosts");
    assertUsageError(
        emulate("--profile", profile, "--policies", "fixed-3"), "degree 2", "'fixed-3'", "to 3");
    assertUsageError(
        emulate("--profile", profile, "--policies", "few-to-many"), "interval table", "--table");
    assertUsageError(
        emulate("--profile", profile, "--policies", "sequential,sequential"), "each value once");
    assertUsageError(
        emulate("--profile", profile, "--rps", "40", "--load", "0.5"), "--load", "--rps");
    assertUsageError(emulate("--profile", profile, "--rps", "0"), "--rps", "above 0");
    assertUsageError(emulate("--profile", profile, "--rps", "9,9"), "each value once");
    assertUsageError(emulate("--profile", profile, "--scale", 0), "--scale", "found 0");
    assertUsageError(
        emulate("--profile", profile, "--scale", 1, "--chunk-ms", 0.1), "--chunk-ms", "0.5");
    assertUsageError(emulate("--profile", profile, "--requests", 10), "--requests", "found 10");
    assertUsageError(
        curtail("bench", "--emulate-cores", 0, "--profile", profile, "--out", folder.resolve("r")),
        "--emulate-cores",
        "found 0");
  }

  @Test
  void whatIsNoClassOfCoresIsNamed() {
    String classes = "--core-classes";
    assertUsageError(emulate("--profile", profile, classes, "4xbig,big"), classes, "found 'big'");
    assertUsageError(
        emulate("--profile", profile, classes, "2xbig,2xsmall"), classes, "same speed");
    assertUsageError(
        emulate("--profile", profile, classes, "4xbig,2xlittle@0.4"),
        "have 6 cores together, expected 4");
    assertUsageError(
        emulate("--profile", profile, classes, "4xbig", "--machine", "rk3399"),
        classes,
        "cannot be given together with --machine");
    assertUsageError(
        emulate("--profile", profile, classes, "4xbig", "--policies", "sequential"),
        "--policies",
        "expected all-fast",
        "'sequential'");
    assertUsageError(emulate("--profile", profile, "--machine", "server"), "--machine", "clocks");
    assertUsageError(emulate("--profile", profile, "--machine", "rk339"), "--machine", "rk3399");
    assertUsageError(
        bench("--machine", "rk3399"),
        "--machine works only with --emulate-cores or --slow-workers, which is missing");
  }

  private Terminal slowed(Object... more) {
    var words = new ArrayList<Object>(List.of("--slow-workers"));
    words.addAll(List.of(more));
    return bench(words.toArray());
  }

  @Test
  void workersThatCannotBeSlowAreRefused() {
    String classes = "--core-classes";
    String one = "1xlittle@0.4";
    assertUsageError(
        slowed(), "--slow-workers works only with --core-classes or --machine, which is missing");
    assertUsageError(
        slowed(classes, "9999xlittle@0.4"),
        "--slow-workers: expected workers whose speeds together are at most",
        "found 3,999.60 for 9999xlittle@0.4");
    assertUsageError(slowed(classes, "1xlittle@0"), classes, "speed must lie between");
    assertUsageError(slowed("--machine", "server"), "--machine", "clocks");
    assertUsageError(
        slowed(classes, one, "--profile", profile),
        "--profile cannot be given together with --slow-workers");
    assertUsageError(
        slowed(classes, one, "--cores", 1), "--cores cannot be given together with --slow-workers");
    assertUsageError(
        slowed(classes, one, "--record-profile", folder.resolve("p")),
        "--record-profile cannot be given together with --slow-workers");
    assertUsageError(slowed(classes, one, "--scale", 2), "--scale works only with --emulate-cores");
    assertUsageError(
        slowed(classes, one, "--policies", "sequential"), "--policies", "expected all-fast");
    assertUsageError(
        emulate("--profile", profile, "--slow-workers"),
        "--slow-workers cannot be given together with --emulate-cores");
  }

  @Test
  void numbersOutOfRangeAreNamedWithTheRange() {
    int cores = Runtime.getRuntime().availableProcessors();
    assertUsageError(bench("--cores", cores + 1), "--cores", "" + cores, "" + (cores + 1));
    assertUsageError(bench("--cores", 0), "--cores", "found 0");
    assertUsageError(bench("--load", "0.3,-1"), "-1");
    assertUsageError(bench("--load", "many"), "many");
    assertUsageError(bench("--requests", 10), "--requests", "found 10");
    assertUsageError(bench("--repeats", 0), "--repeats", "found 0");
    assertUsageError(bench("--policies", "fifo"), "'fifo'", "few-to-many", "lucene-N");
    assertUsageError(bench("--policies", "fifo@executor"), "'fifo@executor'", "POLICY@executor");
    assertUsageError(bench("--policies", "lucene-2@executor"), "'lucene-2@executor'");
    assertUsageError(bench("--policies", "few-to-many@executor"), "--table FILE");
    assertUsageError(bench("--policies", "sequential,sequential"), "each value once");
    assertUsageError(bench("--policies", "fixed-9999"), "9,999 threads");
    assertUsageError(bench("--ranking", "tree"), "trees-N");
    assertUsageError(bench("--top-hits", 0), "--top-hits", "found 0");
    assertUsageError(
        profile("--index", index, "--queries", queries, "--max-degree", cores + 1), "--max-degree");
    assertUsageError(profile("--index", index, "--queries", queries, "--runs", 0), "--runs");
  }

  @Test
  void placesThatAreTakenOrCannotBeWrittenAreNamedBeforeAnyWork() throws IOException {
    assertUsageError(
        curtail("profile", "--index", index, "--queries", queries, "--out", profile),
        profile.toString(),
        "--overwrite");
    Path file = Files.writeString(folder.resolve("file"), "");
    assertUsageError(
        curtail("bench", "--index", index, "--queries", queries, "--out", file),
        "expected a folder");
    assertUsageError(
        curtail("bench", "--index", index, "--queries", queries, "--out", file.resolve("below")),
        "cannot");
    assertUsageError(
        curtail("index", shared.resolve("text.jsonl"), "--out", index),
        index.toString(),
        "--overwrite");
    assertUsageError(curtail("demo", "--out", shared), shared.toString(), "found other files");
    assertUsageError(
        curtail(
            "demo",
            "--quick",
            "--documents",
            folder.resolve("nowhere"),
            "--out",
            folder.resolve("d")),
        "nowhere");
  }

  @Test
  void aProfileIsRecordedOnlyOfTheEngineAndToAPlaceOfItsOwn() {
    Path place = folder.resolve("live.json");
    assertUsageError(
        bench("--policies", "lucene-1", "--record-profile", place),
        "--record-profile",
        "found lucene-1");
    assertUsageError(
        bench("--record-profile", folder.resolve("r").resolve("results.json")),
        "--record-profile",
        "that of the results");
    assertUsageError(bench("--record-profile", profile), profile.toString(), "--overwrite");
    assertUsageError(
        bench("--profile", profile, "--record-profile", profile, "--overwrite"),
        "--record-profile",
        "--profile");
    assertUsageError(
        curtail(
            "bench",
            "--profile",
            "few-to-many-lucene",
            "--emulate-cores",
            4,
            "--out",
            folder.resolve("r"),
            "--record-profile",
            place),
        "--record-profile",
        "--emulate-cores");
    assertThat(place).doesNotExist();
  }

  @Test
  void optionsThatDoNotExistPointToTheHelp() {
    Terminal run = bench("--polices", "sequential");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--polices").contains("try: ./curtail bench --help");
    assertThat(curtail().exitCode()).isEqualTo(2);
  }

  @Test
  void aRefusedCommandLeavesNothingBehind() throws IOException {
    Path out = folder.resolve("r");
    bench("--policies", "fifo");
    bench("--table", queries, "--policies", "few-to-many");
    try (Stream<Path> left = Files.exists(out) ? Files.list(out) : Stream.empty()) {
      assertThat(left).isEmpty();
    }
  }
}
