package org.curtail.benchkit.latencylog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.curtail.benchkit.terminal.UsageError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Access lines of a container with messages at its start and between requests. */
class MessageLinesTest {
  private static final LogColumns UNSAID = LogColumns.ofDurations(null, null, null, false, null);

  private static final String ISTIO =
      "2024-05-01T09:59:58.001000Z\tinfo\tFLAG: --concurrency=\"0\"\n";
  private static final String WARNING =
      "2024-05-01T10:00:30.001000Z\twarning\tenvoy config\tlistener took 34ms\tthread=14\n";
  private static final String TEXT =
      "[2024-05-01T10:00:%02d.123Z] \"GET /cart HTTP/1.1\" 200 - via_upstream - \"-\" 0 95 %d 11 \"-\""
          + " \"curl/8.0\" \"6a1f\" \"cart.shop:80\" \"10.1.2.3:80\"\n";
  private static final String JSON =
      "{\"start_time\":\"2024-05-01T10:00:%02d.123Z\",\"response_code\":200,\"bytes_received\":0,\"bytes_sent\":95,\"duration\":%d,\"authority\":\"cart\",\"upstream_service_time\":\"11\",\"response_flags\":\"-\"}\n";

  @TempDir private Path folder;

  private TimedRequests read(String text) throws IOException {
    return TimedLog.read(Files.writeString(folder.resolve("pod.log"), text), UNSAID);
  }

  @ParameterizedTest
  @ValueSource(strings = {TEXT, JSON})
  void whatIstioSaysBeforeAndBetweenRequestsIsPassedOverAndCounted(String access)
      throws IOException {
    String rest = "binaryPath: /usr/local/bin/envoy\n12\n";
    TimedRequests read =
        read(ISTIO + ISTIO + rest + access.formatted(1, 12) + WARNING + access.formatted(3, 34));
    assertThat(read.durationsMs()).containsExactly(12, 34);
    assertThat(read.described()).contains("guessed from line 5");
    assertThat(read.remarks())
        .filteredOn(remark -> remark.contains("messages of the server"))
        .singleElement()
        .asString()
        .contains("4 lines before the first request", "pod.log:1 to 4", "1 between")
        .contains("pod.log:6");
    assertThat(read.remarks()).noneMatch(remark -> remark.contains("broken"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[2024-05-01 09:59:58.123][1][info][main] [source/server/server.cc:404] initializing epoch 0",
        "I0501 09:59:58.123456       1 main.go:20] starting",
        "/docker-entrypoint.sh: Looking for shell scripts in /docker-entrypoint.d/",
        "2024/05/01 09:59:58 [notice] 1#1: nginx/1.25.5"
      })
  void soIsWhatOtherServersSay(String message) throws IOException {
    TimedRequests read = read(message + "\n" + TEXT.formatted(1, 12) + TEXT.formatted(2, 13));
    assertThat(read.durationsMs()).containsExactly(12, 13);
    assertThat(read.remarks())
        .anyMatch(remark -> remark.contains("1 line before the first request"));
  }

  @Test
  void messagesAloneAreNoLogOfRequests() {
    assertThatThrownBy(() -> read(ISTIO.repeat(30)))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("pod.log: expected lines of requests")
        .hasMessageContaining("messages only, 30 lines")
        .hasMessageContaining("FLAG: --concurrency");
  }
}
