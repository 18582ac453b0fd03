package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.curtail.Profile;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.autopilot.AutomaticJson;
import org.curtail.policies.Policies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.NodeEnvironment;

/** A restarted node has what it learned before. */
@Timeout(300)
class LearnedFileTest {
  @TempDir private Path folder;

  /** Twenty requests of 30 ms on one thread, and 20 ms on two. */
  private static String known() throws IOException {
    var timesMs = new double[20][];
    Arrays.fill(timesMs, new double[] {30, 20});
    var knowledge =
        new PilotKnowledge(
            Optional.of(Profile.of("of the test", timesMs)), Optional.empty(), List.of());
    var text = new StringWriter();
    AutomaticJson.write(new AutomaticJson.Saved(3, knowledge), text);
    return text.toString();
  }

  @Test
  void whatIsWrittenIsReadAndNothingElseIsLeft() throws IOException {
    LearnedFile file = LearnedFile.in(folder);
    assertThat(file.read()).isEmpty();
    file.write("");
    assertThat(folder).isEmptyDirectory();
    file.write("before");
    assertThat(LearnedFile.in(folder).read()).isEmpty();
    file.write(known());
    assertThat(file.read()).isEqualTo(known());
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(folder.resolve(LearnedFile.NAME));
    }
    file.write("");
    assertThat(folder).isEmptyDirectory();
    LearnedFile.NONE.write(known());
    assertThat(LearnedFile.NONE.read()).isEmpty();
  }

  @Test
  void whatCannotBeReadOrWrittenIsAsIfThereWereNone() throws IOException {
    Path file = folder.resolve(LearnedFile.NAME);
    for (String broken : List.of("", "{", "{\"format\": \"curtail-automatic/9\"}", "\u0000")) {
      Files.writeString(file, broken);
      assertThat(LearnedFile.in(folder).read()).as(broken).isEmpty();
      try (var engine = engine(LearnedFile.in(folder))) {
        assertThat(engine.running().explain()).contains("nothing is known of the service yet");
      }
      assertThat(file).as("may be of another version").hasContent(broken);
    }
    Files.delete(file);
    Files.createDirectories(file.resolve("a folder with something in it"));
    assertThat(LearnedFile.in(folder).read()).isEmpty();
    LearnedFile.in(folder).write(known());
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
    LearnedFile.in(folder.resolve("none")).write(known());
    assertThat(folder.resolve("none")).doesNotExist();
  }

  @Test
  @Timeout(60)
  void whatIsNoFileOfUsualSizeIsNotRead() throws Exception {
    Path file = folder.resolve(LearnedFile.NAME);
    try (var sparse =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      // 10 GB in a sparse file.
      sparse.write(ByteBuffer.allocate(1), 10_000_000_000L);
    }
    assertThat(LearnedFile.in(folder).read()).isEmpty();
    Files.delete(file);
    // Opening a pipe would wait for its writer.
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
    assertThat(LearnedFile.in(folder).read()).isEmpty();
  }

  @Test
  void aLinkWhereTheNewFileBeginsIsNotFollowed() throws IOException {
    Path victim = Files.writeString(folder.resolve("victim"), "mine");
    Files.createSymbolicLink(folder.resolve(LearnedFile.NAME + ".part"), victim);
    LearnedFile.in(folder).write(known());
    assertThat(victim).hasContent("mine");
    assertThat(LearnedFile.in(folder).read()).isEqualTo(known());
  }

  private static NodeEngine engine(LearnedFile file) {
    return new NodeEngine(
        new NodePolicies(3, Policies.Ingredients.NONE),
        file,
        4,
        true,
        CurtailSettings.AUTOMATIC,
        Runnable::run);
  }

  @Test
  void anEngineBeginsWithItUnderWhicheverPolicyTheOneBeforeWasClosed() throws IOException {
    String spaced = known() + "\n \n";
    Path file = folder.resolve(LearnedFile.NAME);
    for (String policy : List.of("sequential", CurtailSettings.AUTOMATIC, "sequential")) {
      Files.writeString(file, spaced);
      try (var engine = engine(LearnedFile.in(folder))) {
        assertThat(engine.running().explain()).contains("mean 30");
        engine.policy(policy);
      }
      assertThat(file).content().isNotEqualTo(spaced).contains("of the test");
    }
  }

  @Test
  void aNodeThatStartsAgainBeginsWithIt() throws Exception {
    TestNode first = TestNode.start(folder, Settings.EMPTY);
    Path data = first.instance(NodeEnvironment.class).nodeDataPaths()[0];
    first.stop();
    assertThat(data.resolve(LearnedFile.NAME)).doesNotExist();
    String spaced = known() + "\n \n";
    Files.writeString(data.resolve(LearnedFile.NAME), spaced);

    TestNode again = TestNode.start(folder, Settings.EMPTY);
    assertThat(again.figures().explanation()).anyMatch(line -> line.contains("mean 30"));
    again.stop();
    assertThat(data.resolve(LearnedFile.NAME))
        .content()
        .isNotEqualTo(spaced)
        .contains("of the test");
  }
}
