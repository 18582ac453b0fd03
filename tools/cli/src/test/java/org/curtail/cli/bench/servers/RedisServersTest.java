package org.curtail.cli.bench.servers;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.curtail.cli.Terminal.assertUsageError;
import static org.curtail.cli.Terminal.curtail;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.curtail.benchkit.replicas.ReplicaBench;
import org.curtail.benchkit.replicas.ReplicaPolicy;
import org.curtail.benchkit.replicas.ReplicaSetting;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.bench.replicas.ReplicaOptions;
import org.curtail.cli.commandline.AskedBlocks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real Redis servers, with few small sets. */
class RedisServersTest {
  private static final SetIntersections SMALL = new SetIntersections(8, 100);

  private static Console silent() {
    var nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return new Console(nowhere, nowhere, false);
  }

  private static void assumeRedis() {
    assumeThat(requireNonNull(System.getenv("PATH")).split(File.pathSeparator))
        .as("folders of programs")
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, RedisServers.PROGRAM)));
  }

  /** The members of a set, by its definition. */
  private static Set<Long> members(int set) {
    long first = SetIntersections.firstMember(set);
    return IntStream.rangeClosed(1, SMALL.sizes()[set])
        .mapToObj(i -> first * i % SetIntersections.PRIME)
        .collect(Collectors.toSet());
  }

  @Test
  void hedgedQueriesHaveTheRightAnswersOnAllServers() throws Exception {
    assumeRedis();
    var asked =
        new AskedBlocks(List.of("none", "single-r", "hedge-p95"), List.of(0.3), null, 200, 2, 5);
    var compared = new ReplicaOptions().compared(asked, List.of(ReplicaPolicy.values()));
    try (RealServers<RedisLink> servers =
        RedisServers.start(RedisServers.PROGRAM, SMALL, 3, silent()).servers()) {
      RealServers.Measured measured = servers.measure(5, silent());
      List<Object> common =
          SMALL.queries().stream()
              .map(query -> {
                var both = new HashSet<>(members(query.smaller()));
                both.retainAll(members(query.larger()));
                return (Object) (long) both.size();
              })
              .toList();
      assertThat(measured.answers()).isEqualTo(common);
      assertThat(measured.perSecond()).isPositive();

      ReplicaSetting setting = measured.setting(asked, compared, 3);
      Results results = new ReplicaBench(setting, servers, silent()).run("bench", Map.of());
      assertThat(results.runs())
          .extracting(Run::policy)
          .containsExactly("none", "single-r", "hedge-p95");
      assertThat(results.runs()).allMatch(run -> run.checks().failed() == 0);
      assertThat(results.settings()).containsKey("plan of single-r at 30 % load");
    }
  }

  @Test
  void withoutRedisItIsSaidHowToGetIt(@TempDir Path folder) {
    assertThatThrownBy(
            () -> RedisServers.start(folder.resolve("redis-server").toString(), SMALL, 2, silent()))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("apt-get install redis-server");
  }

  @Test
  void optionsThatDoNotFitAreRefused(@TempDir Path folder) {
    Path out = folder.resolve("out");
    assertUsageError(
        curtail("bench", "redis", "--redis", 1, "--out", out),
        "--redis: expected a whole number from 2 to 64, found 1");
    assertUsageError(
        curtail("bench", "redis", "--redis", 3, "--policies", "laedge", "--out", out),
        "--policies: expected none, hedge-p95",
        "found laedge");
    assertUsageError(
        curtail("bench", "--redis", 3, "--noise", "pause:4%x200ms", "--out", out),
        "--noise cannot be given together with --redis");
    assertUsageError(
        curtail("bench", "--redis", 3, "--replicas", 3, "--out", out),
        "--replicas cannot be given together with --redis");
    assertUsageError(
        curtail("bench", "--redis", 3, "--servers", 3, "--out", out),
        "--servers cannot be given together with --redis");
    assertThat(out).doesNotExist();
  }
}
