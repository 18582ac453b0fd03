package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.model.json.IntervalTableJson;
import org.curtail.model.json.ProfileJson;
import org.curtail.policies.Policies;
import org.curtail.runtime.Curtail;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;

/** Policies made from files of the node. */
@Timeout(300)
class NodePoliciesTest {
  /** A second thread after a millisecond, at any load. */
  private static final IntervalTable TABLE =
      new IntervalTable(
          3,
          9,
          2,
          99,
          1,
          List.of(1, 2),
          List.of(new IntervalTable.Row(1, List.of(0.0, 1.0), 0, 0, 0)),
          3);

  private static final Settings BOTH =
      Settings.builder()
          .put("curtail.profile", "profile.json")
          .put("curtail.table", "table.json")
          .build();

  @TempDir private Path home;

  @BeforeEach
  void write() throws IOException {
    var table = new StringWriter();
    IntervalTableJson.write(TABLE, table);
    file("table.json", table.toString());
    profile("profile.json", SyntheticProfiles.luceneLike(200, 3));
    profile("wide.json", SyntheticProfiles.luceneLike(200, 130));
    file("torn.json", "{\n  \"format\": \"curtail-profile/1\",\n");
    Files.write(home.resolve("config/curtail/packed.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0});
    Files.writeString(home.resolve("config/outside.json"), table.toString());
  }

  private void profile(String name, Profile profile) throws IOException {
    var text = new StringWriter();
    ProfileJson.write(profile, text);
    file(name, text.toString());
  }

  private void file(String name, String text) throws IOException {
    Path folder = Files.createDirectories(home.resolve("config/curtail"));
    Files.writeString(folder.resolve(name), text);
  }

  private NodePolicies policies(Settings settings) {
    return NodePolicies.of(2, settings, home.resolve("config"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "few-to-many | policy 'few-to-many' needs an interval table, named by curtail.table in the node's opensearch.yml",
        "tail-index  | policy 'tail-index' needs a profile, named by curtail.profile in the node's opensearch.yml",
        "fixed-129   | 'fixed-129' wants 129 threads on 2 cores, expected at most 64 per core",
      })
  void aPolicyIsRefusedThatTheNodeCannotServeBy(String name, String why) {
    assertThatThrownBy(() -> policies(Settings.EMPTY).check(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("[curtail.policy]: " + why);
  }

  @Test
  void policiesAreMadeOfTheFilesThatSettingsName() {
    NodePolicies policies = policies(BOTH);
    policies.check("automatic");
    assertThat(policies.named("few-to-many").maxDegree()).isEqualTo(2);
    assertThat(policies.named("adaptive").maxDegree()).isEqualTo(3);
    assertThat(policies.named("tail-index").maxDegree()).isEqualTo(3);
  }

  @Test
  void aProfileOfMoreThreadsThanTheNodeCanBearIsRefusedWithThePolicyThatWantsThem() {
    Settings settings = Settings.builder().put("curtail.profile", "wide.json").build();
    assertThatThrownBy(() -> policies(settings).check("adaptive"))
        .hasMessageStartingWith("[curtail.policy]: 'adaptive' wants ")
        .hasMessageEndingWith(" threads on 2 cores, expected at most 64 per core");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "curtail.profile | missing.json       | [curtail.profile]: expected a file in",
        "curtail.table   | ../outside.json    | found none named ../outside.json",
        "curtail.table   | .                  | found none named .",
        "curtail.profile | torn.json          | torn.json",
        "curtail.profile | packed.gz          | packed.gz: expected text in UTF-8",
        "curtail.profile | table.json         | table.json",
        "curtail.table   | profile.json       | profile.json",
      })
  void aFileThatIsNotWhatItShouldBeIsRefusedWithItsName(
      String setting, String name, String complaint) {
    assertThatThrownBy(() -> policies(Settings.builder().put(setting, name).build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("[" + setting + "]: ")
        .hasMessageContaining(complaint);
  }

  @Test
  void aNodeThatWasNotGivenTheTableKeepsThePolicyThatItHad() {
    var policies = new NodePolicies(2, Policies.Ingredients.NONE);
    try (var engine =
        new NodeEngine(policies, LearnedFile.NONE, 4, true, "sequential", Runnable::run)) {
      engine.policy("few-to-many");
      assertThat(engine.policy()).isEqualTo("sequential");
    }
  }

  /** A node that fails to apply a setting is removed from its cluster. */
  @Test
  void aPolicyThatWantsMoreThreadsThanTheEngineWasStartedWithHasANewOne() {
    var closed = new ArrayList<Runnable>();
    try (var engine =
        new NodeEngine(policies(BOTH), LearnedFile.NONE, 4, true, "tail-index", closed::add)) {
      Curtail first = engine.running();
      engine.policy("few-to-many");
      assertThat(engine.policy()).isEqualTo("few-to-many");
      assertThat(engine.running()).isNotSameAs(first);
      closed.getFirst().run();
      engine.policy("fixed-2");
      engine.policy("tail-index");
      assertThat(closed).as("fewer threads need no new one").hasSize(1);
    }
  }

  @Test
  void aPolicyThatWantsAllThreadsHasAsManyAsOnAnEngineOfItsOwn() {
    Settings settings = Settings.builder().put("curtail.profile", "profile.json").build();
    NodePolicies policies = policies(settings);
    for (String before : List.of("tail-index", "sequential", "automatic")) {
      for (String policy : List.of("fixed-9", "fixed-2", "sequential")) {
        try (var engine =
                new NodeEngine(policies, LearnedFile.NONE, 4, true, before, Runnable::run);
            var own = new NodeEngine(policies, LearnedFile.NONE, 4, true, policy, Runnable::run)) {
          engine.policy(policy);
          assertThat(engine.running().threads())
              .as("%s after %s", policy, before)
              .isGreaterThanOrEqualTo(own.running().threads());
        }
      }
    }
  }

  @Test
  void aTableThatWantsMoreThreadsThanThereAreNumbersIsRefused() throws IOException {
    var text = new StringWriter();
    IntervalTableJson.write(
        new IntervalTable(3, 1 << 30, 2, 99, 1, TABLE.degrees(), TABLE.rows(), 3), text);
    file("huge.json", text.toString());
    Settings settings = Settings.builder().put("curtail.table", "huge.json").build();
    assertThatThrownBy(() -> policies(settings).check("few-to-many"))
        .hasMessageContaining("'few-to-many' wants 2,147,483,646 threads on 2 cores");
  }

  static Stream<String> served() {
    return Stream.of("few-to-many", "tail-index").limit(Cases.count(1, 2));
  }

  @ParameterizedTest
  @MethodSource("served")
  void aNodeServesByThem(String policy) throws Exception {
    Settings settings = Settings.builder().put(BOTH).put("curtail.policy", policy).build();
    TestNode node = TestNode.start(home, settings);
    try {
      WordsIndex.create(node.client(), 1);
      var request =
          new SearchRequest(WordsIndex.name(1))
              .source(new SearchSourceBuilder().query(QueryBuilders.matchAllQuery()).size(5));
      node.set("curtail.enabled", "false");
      String plain = Answers.of(node.client(), request);
      node.set("curtail.enabled", "true");
      assertThat(Answers.of(node.client(), request)).isEqualTo(plain);
      assertThat(node.figures().policy()).isEqualTo(policy);
      assertThat(node.figures().searches().completed()).isPositive();
      for (String next : List.of("automatic", "few-to-many", "tail-index", "adaptive", policy)) {
        node.set("curtail.policy", next);
        assertThat(node.figures().policy()).isEqualTo(next);
        assertThat(Answers.of(node.client(), request)).isEqualTo(plain);
      }
    } finally {
      node.close(home);
    }
  }
}
