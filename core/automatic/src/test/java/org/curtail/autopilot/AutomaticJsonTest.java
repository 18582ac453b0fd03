package org.curtail.autopilot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.curtail.IntervalTable;
import org.curtail.PaperTables;
import org.curtail.Profile;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.automatic.choose.Candidate;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.automatic.guard.LoadVerdict;
import org.curtail.automatic.guard.LoadVerdict.Verdict;
import org.curtail.json.FormatException;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AutomaticJsonTest {
  private static final String TEXT =
      """
      {"format":"curtail-automatic/1","cores":6,
      "profile":{"format":"curtail-profile/1","maxDegree":3,"source":"live \\"traffic\\"","timesMs":[
      [186,95.1,70],
      [20,12.5,9]]}
      ,
      "halfBand":0.03,"policies":[
      {"fromUtilisation":0,"policy":"fixed-3","reason":"the least p99"},
      {"fromUtilisation":0.5,"policy":"few-to-many","reason":"better",
      "table":{"format":"curtail-interval-table/1","cores":6,"targetParallelism":6,"maxDegree":3,
      "percentile":99,"stepMs":50,"degrees":[1,3],"rows":[
      {"load":2,"startsMs":[0,0,0],"tailMs":75,"meanMs":50,"averageParallelism":6},
      {"load":3,"startsMs":[0,50,50],"tailMs":100,"meanMs":75,"averageParallelism":5},
      {"load":6,"startsMs":[0,150,150],"tailMs":150,"meanMs":100,"averageParallelism":6}],
      "waitForExitAbove":6}
      },
      {"fromUtilisation":0.8,"policy":"sequential","reason":"others do harm"}],
      "verdicts":[
      {"fromUtilisation":0,"policy":"fixed-3","verdict":"NO_HARM","pairs":40,"meanRatio":0.7,"p95Ratio":0.6},
      {"fromUtilisation":0.5,"policy":"few-to-many","verdict":"NOT_KNOWN","pairs":0}]}
      """;

  private static AutomaticJson.Saved read(String text) throws IOException {
    return AutomaticJson.read(new StringReader(text), "a.json");
  }

  private static String write(AutomaticJson.Saved saved) throws IOException {
    var text = new StringWriter();
    AutomaticJson.write(saved, text);
    return text.toString();
  }

  private static PolicyMap.Entry entry(
      double from, String policy, Profile profile, Optional<IntervalTable> table, String reason) {
    return new PolicyMap.Entry(
        from, Candidate.named(policy, profile, table, OptionalInt.empty()), reason);
  }

  @Test
  void readsAFileLineByLine() throws IOException {
    Profile profile =
        Profile.of("live \"traffic\"", new double[][] {{186, 95.1, 70}, {20, 12.5, 9}});
    PilotKnowledge known = read(TEXT).knowledge();
    assertThat(read(TEXT).cores()).isEqualTo(6);
    assertThat(known.profile()).contains(profile);
    PolicyMap map = known.map().orElseThrow();
    assertThat(map.halfBand()).isEqualTo(0.03);
    assertThat(map.entries())
        .extracting(entry -> entry.candidate().name())
        .containsExactly("fixed-3", "few-to-many", "sequential");
    assertThat(map.entries().get(1).candidate().table()).contains(PaperTables.figure5Table());
    assertThat(known.verdicts())
        .containsExactly(
            new LoadVerdict(0, "fixed-3", Verdict.NO_HARM, 40, 0.7, 0.6),
            new LoadVerdict(0.5, "few-to-many", Verdict.NOT_KNOWN, 0, Double.NaN, Double.NaN));
  }

  @Test
  void writesWhatItRead() throws IOException {
    assertThat(write(read(TEXT))).isEqualTo(TEXT);
  }

  @Test
  void nothingKnownIsAFileToo() throws IOException {
    var nothing = new AutomaticJson.Saved(2, PilotKnowledge.NOTHING);
    assertThat(write(nothing)).isEqualTo("{\"format\":\"curtail-automatic/1\",\"cores\":2}\n");
    assertThat(read(write(nothing))).isEqualTo(nothing);
  }

  @Test
  void anythingKnownReadsBackExactly() {
    Cases.random(
        1,
        200,
        random -> {
          int degrees = random.nextInt(2, 5);
          double[][] timesMs = new double[random.nextInt(1, 20)][];
          for (int r = 0; r < timesMs.length; r++) {
            timesMs[r] = random.doubles(degrees, 1e-3, 1e5).toArray();
          }
          Profile profile = Profile.of("profile \t" + random.nextInt(), timesMs);
          List<PolicyMap.Entry> entries =
              Stream.of(
                      entry(0, "sequential", profile, Optional.empty(), "a\n\"b\""),
                      entry(0.1 + random.nextDouble(), "tail-index", profile, Optional.empty(), ""),
                      entry(2 + random.nextDouble(), "fixed-2", profile, Optional.empty(), "c"))
                  .limit(random.nextInt(0, 4))
                  .toList();
          List<LoadVerdict> verdicts =
              entries.stream()
                  .map(entry ->
                      new LoadVerdict(
                          entry.fromUtilisation(),
                          entry.candidate().name(),
                          List.of(Verdict.values()).get(random.nextInt(3)),
                          random.nextInt(1, 1000),
                          random.nextDouble(0.1, 3),
                          random.nextBoolean() ? Double.NaN : random.nextDouble(0.1, 3)))
                  .toList();
          var known =
              new PilotKnowledge(
                  Optional.of(profile),
                  entries.isEmpty()
                      ? Optional.empty()
                      : Optional.of(new PolicyMap(entries, random.nextDouble(0, 0.04))),
                  verdicts);
          String text = write(new AutomaticJson.Saved(random.nextInt(1, 99), known));
          assertThat(write(read(text))).isEqualTo(text);
          assertThat(read(text).knowledge().verdicts()).isEqualTo(verdicts);
          assertThat(read(text).knowledge().profile()).contains(profile);
        });
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        Arguments.of(
            "automatic/1\",\"cores\":6,",
            "automatic/1\",",
            "the end of the object: missing field cores"),
        Arguments.of(
            "automatic/1\",\"cores\":6,",
            "automatic/1\",\"cores\":0,",
            "cores: expected a whole number"),
        Arguments.of("[20,12.5,9]", "[20,12.5,-9]", "line 4, column 10: profile.timesMs[1][2]:"),
        Arguments.of(
            "\"maxDegree\":3,\"source\"", "\"source\"", "profile: missing field maxDegree"),
        Arguments.of(
            "\"profile\":{",
            "\"profile\":[],\"x\":{",
            "profile: expected an object, found an array"),
        Arguments.of("\"load\":3,", "\"load\":1,", "policies[1].table.rows[1].load: expected more"),
        Arguments.of(
            "\"policy\":\"fixed-3\",\"r",
            "\"policy\":\"fixd-3\",\"r",
            "policies[0].policy: no policy"),
        Arguments.of(
            "\"policy\":\"fixed-3\",\"r",
            "\"policy\":\"fixed-9\",\"r",
            "policies[0].policy: expected at most the degree 3"),
        Arguments.of("\"fromUtilisation\":0.8", "\"fromUtilisation\":0.2", "policies: entry 2"),
        Arguments.of("\"halfBand\":0.03,", "", "policies: expected halfBand too"),
        Arguments.of("NOT_KNOWN", "MAYBE", "verdicts[1].verdict: expected one of HARM, NO_HARM"),
        Arguments.of("\"pairs\":40", "\"pairs\":4.5", "verdicts[0].pairs: expected a whole number"),
        Arguments.of("\"meanRatio\":0.7", "\"meanRatio\":0", "verdicts[0].meanRatio: expected"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void anErrorHasItsLineAndItsWholePath(String right, String wrong, String message) {
    assertThat(TEXT).contains(right);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> read(TEXT.replace(right, wrong)))
        .withMessageStartingWith("a.json, line ")
        .withMessageContaining(message);
  }

  @Test
  void policiesWithoutAProfileAndVerdictsWithoutPoliciesAreRefused() {
    String head = "{\"format\":\"curtail-automatic/1\",\"cores\":2,";
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() ->
            read(
                head
                    + "\"halfBand\":0,\"policies\":[{\"fromUtilisation\":0,\"policy\":\"sequential\",\"reason\":\"\"}]}"))
        .withMessageContaining("policies: expected a profile too, found none");
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() ->
            read(
                head
                    + "\"verdicts\":[{\"fromUtilisation\":0,\"policy\":\"x\",\"verdict\":\"HARM\",\"pairs\":1}]}"))
        .withMessageContaining("verdicts: expected policies too, found none");
  }
}
