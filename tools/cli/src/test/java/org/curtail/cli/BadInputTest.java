package org.curtail.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertMisuse;
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
    assertThat(curtail("plan", "--profile", profile, "--cores", 2, "--out", table).exitCode())
        .isZero();
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
    assertMisuse(
        profile("--index", missing, "--queries", queries), missing.toString(), "found nothing");
    assertMisuse(
        profile("--index", shared.resolve("text.jsonl"), "--queries", queries), "found a file");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertMisuse(profile("--index", empty, "--queries", queries), "expected a Lucene index");
    Path cut = Files.createDirectory(folder.resolve("cut"));
    try (Stream<Path> files = Files.list(index)) {
      for (Path file : files.toList()) {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(cut.resolve(file.getFileName()), Arrays.copyOf(bytes, bytes.length / 2));
      }
    }
    assertMisuse(profile("--index", cut, "--queries", queries), cut.toString(), "damaged");
  }

  @Test
  void queriesThatAreMissingEmptyOrMatchNothingAreNamed() throws IOException {
    Path missing = folder.resolve("none.tsv");
    assertMisuse(profile("--index", index, "--queries", missing), missing.toString());
    Path empty = Files.writeString(folder.resolve("empty.tsv"), "");
    assertMisuse(profile("--index", index, "--queries", empty), empty.toString());
    Path foreign = Files.writeString(folder.resolve("foreign.tsv"), "zebra quagga\n");
    assertMisuse(profile("--index", index, "--queries", foreign), "match nothing");
    assertMisuse(
        profile("--index", index, "--queries", queries, "--fields", "abstract"),
        "abstract",
        "body");
  }

  @Test
  void profilesAndTablesThatDoNotParseOrDoNotFitAreNamed() throws IOException {
    Path broken = Files.writeString(folder.resolve("t.json"), "{\"format\":\"curtail-interval");
    assertMisuse(bench("--table", broken, "--policies", "few-to-many"), broken.toString());
    assertMisuse(
        bench("--table", profile, "--policies", "few-to-many"), profile.toString(), "format");
    Path shallow =
        Files.writeString(
            folder.resolve("one.json"),
            "{\"format\":\"curtail-profile/1\",\"maxDegree\":1,\"source\":\"\",\"timesMs\":[[1]]}");
    assertMisuse(
        bench("--table", table, "--profile", shallow, "--policies", "few-to-many"),
        table.toString(),
        "degree 1",
        "found 2");
    assertMisuse(bench("--policies", "few-to-many"), "interval table", "--table FILE");
    assertMisuse(bench("--policies", "few-to-many-literal"), "interval table", "--table FILE");
    assertMisuse(bench("--policies", "adaptive"), "profile", "--profile FILE");
    assertMisuse(bench("--policies", "linear-5"), "profile", "--profile FILE");
  }

  @Test
  void aPolicyThatNeedsPredictionsIsRefusedWithOrWithoutAProfile() {
    for (Terminal run :
        List.of(
            bench("--policies", "sequential,clairvoyant-225"),
            bench("--policies", "sequential,clairvoyant-225", "--profile", profile))) {
      assertMisuse(run, "'clairvoyant-225'", "demand in advance", "live requests");
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
    assertMisuse(
        bench("--emulate-cores", 4), "--index", "cannot be given together with --emulate-cores");
    assertMisuse(
        emulate("--profile", profile, "--queries", queries),
        "--queries",
        "together with --emulate-cores");
    assertMisuse(
        emulate("--profile", profile, "--top-hits", 5),
        "--top-hits",
        "cannot be given together with --emulate-cores");
    assertMisuse(emulate("--profile", profile, "--cores", 2), "--cores", "together with");
    assertMisuse(emulate(), "--profile", "is missing");
    assertMisuse(bench("--rps", 40), "--rps", "works only with --emulate-cores");
    assertMisuse(bench("--scale", 1), "--scale", "works only with --emulate-cores");
    assertMisuse(bench("--chunk-ms", 1), "--chunk-ms", "works only with --emulate-cores");
    assertMisuse(
        curtail("bench", "--out", folder.resolve("r")), "--index", "--profile and --emulate-cores");
  }

  @Test
  void whatCannotBeEmulatedIsNamed() {
    assertMisuse(emulate("--profile", profile, "--policies", "lucene-2"), "'lucene-2'");
    assertMisuse(
        emulate("--profile", profile, "--policies", "adaptive+boosting"),
        "'adaptive+boosting'",
        "boosts");
    assertMisuse(
        emulate("--profile", profile, "--policies", "fixed-3"), "degree 2", "'fixed-3'", "to 3");
    assertMisuse(
        emulate("--profile", profile, "--policies", "few-to-many"), "interval table", "--table");
    assertMisuse(
        emulate("--profile", profile, "--policies", "sequential,sequential"), "each value once");
    assertMisuse(emulate("--profile", profile, "--rps", "40", "--load", "0.5"), "--load", "--rps");
    assertMisuse(emulate("--profile", profile, "--rps", "0"), "--rps", "above 0");
    assertMisuse(emulate("--profile", profile, "--rps", "9,9"), "each value once");
    assertMisuse(emulate("--profile", profile, "--scale", 0), "--scale", "found 0");
    assertMisuse(
        emulate("--profile", profile, "--scale", 1, "--chunk-ms", 0.1), "--chunk-ms", "0.5");
    assertMisuse(emulate("--profile", profile, "--requests", 10), "--requests", "found 10");
    assertMisuse(
        curtail("bench", "--emulate-cores", 0, "--profile", profile, "--out", folder.resolve("r")),
        "--emulate-cores",
        "found 0");
  }

  @Test
  void whatIsNoClassOfCoresIsNamed() {
    String classes = "--core-classes";
    assertMisuse(emulate("--profile", profile, classes, "4xbig,big"), classes, "found 'big'");
    assertMisuse(emulate("--profile", profile, classes, "2xbig,2xsmall"), classes, "same speed");
    assertMisuse(
        emulate("--profile", profile, classes, "4xbig,2xlittle@0.4"),
        "have 6 cores together, expected 4");
    assertMisuse(
        emulate("--profile", profile, classes, "4xbig", "--machine", "rk3399"),
        classes,
        "cannot be given together with --machine");
    assertMisuse(
        emulate("--profile", profile, classes, "4xbig", "--policies", "sequential"),
        "--policies",
        "expected all-fast",
        "'sequential'");
    assertMisuse(emulate("--profile", profile, "--machine", "server"), "--machine", "clocks");
    assertMisuse(emulate("--profile", profile, "--machine", "rk339"), "--machine", "rk3399");
    assertMisuse(
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
    assertMisuse(
        slowed(), "--slow-workers works only with --core-classes or --machine, which is missing");
    assertMisuse(
        slowed(classes, "9999xlittle@0.4"),
        "--slow-workers: expected workers whose speeds together are at most",
        "found 3,999.60 for 9999xlittle@0.4");
    assertMisuse(slowed(classes, "1xlittle@0"), classes, "speed must lie between");
    assertMisuse(slowed("--machine", "server"), "--machine", "clocks");
    assertMisuse(
        slowed(classes, one, "--profile", profile),
        "--profile cannot be given together with --slow-workers");
    assertMisuse(
        slowed(classes, one, "--cores", 1), "--cores cannot be given together with --slow-workers");
    assertMisuse(
        slowed(classes, one, "--record-profile", folder.resolve("p")),
        "--record-profile cannot be given together with --slow-workers");
    assertMisuse(slowed(classes, one, "--scale", 2), "--scale works only with --emulate-cores");
    assertMisuse(
        slowed(classes, one, "--policies", "sequential"), "--policies", "expected all-fast");
    assertMisuse(
        emulate("--profile", profile, "--slow-workers"),
        "--slow-workers cannot be given together with --emulate-cores");
  }

  @Test
  void numbersOutOfRangeAreNamedWithTheRange() {
    int cores = Runtime.getRuntime().availableProcessors();
    assertMisuse(bench("--cores", cores + 1), "--cores", "" + cores, "" + (cores + 1));
    assertMisuse(bench("--cores", 0), "--cores", "found 0");
    assertMisuse(bench("--load", "0.3,-1"), "-1");
    assertMisuse(bench("--load", "many"), "many");
    assertMisuse(bench("--requests", 10), "--requests", "found 10");
    assertMisuse(bench("--repeats", 0), "--repeats", "found 0");
    assertMisuse(bench("--policies", "fifo"), "'fifo'", "few-to-many", "lucene-N");
    assertMisuse(bench("--policies", "fifo@executor"), "'fifo@executor'", "POLICY@executor");
    assertMisuse(bench("--policies", "lucene-2@executor"), "'lucene-2@executor'");
    assertMisuse(bench("--policies", "few-to-many@executor"), "--table FILE");
    assertMisuse(bench("--policies", "sequential,sequential"), "each value once");
    assertMisuse(bench("--policies", "fixed-9999"), "9,999 threads");
    assertMisuse(bench("--ranking", "tree"), "trees-N");
    assertMisuse(bench("--top-hits", 0), "--top-hits", "found 0");
    assertMisuse(
        profile("--index", index, "--queries", queries, "--max-degree", cores + 1), "--max-degree");
    assertMisuse(profile("--index", index, "--queries", queries, "--runs", 0), "--runs");
  }

  @Test
  void placesThatAreTakenOrCannotBeWrittenAreNamedBeforeAnyWork() throws IOException {
    assertMisuse(
        curtail("profile", "--index", index, "--queries", queries, "--out", profile),
        profile.toString(),
        "--overwrite");
    Path file = Files.writeString(folder.resolve("file"), "");
    assertMisuse(
        curtail("bench", "--index", index, "--queries", queries, "--out", file),
        "expected a folder");
    assertMisuse(
        curtail("bench", "--index", index, "--queries", queries, "--out", file.resolve("below")),
        "cannot");
    assertMisuse(
        curtail("index", shared.resolve("text.jsonl"), "--out", index),
        index.toString(),
        "--overwrite");
    assertMisuse(curtail("demo", "--out", shared), shared.toString(), "found other files");
    assertMisuse(
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
    assertMisuse(
        bench("--policies", "lucene-1", "--record-profile", place),
        "--record-profile",
        "found lucene-1");
    assertMisuse(
        bench("--record-profile", folder.resolve("r").resolve("results.json")),
        "--record-profile",
        "that of the results");
    assertMisuse(bench("--record-profile", profile), profile.toString(), "--overwrite");
    assertMisuse(
        bench("--profile", profile, "--record-profile", profile, "--overwrite"),
        "--record-profile",
        "--profile");
    assertMisuse(
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
