package org.curtail.benchkit.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Real servers and the real client; the tests check counts, on any machine. */
class ReplicaServerTest {
  private static final long LONG_NANOS = TimeUnit.MINUTES.toNanos(2);
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  @Test
  void requestsAreAnsweredInTheOrderInWhichTheyGotTheirTurn() throws Exception {
    try (var server = ReplicaServer.start(0, 1);
        var client = new ReplicaClient(List.of(server.address()))) {
      ReplicaClient.Copy blocker = client.send(new HoldRequest(0, 0, LONG_NANOS), 0);
      awaitInside(server, 1);
      var order = new ConcurrentLinkedQueue<Integer>();
      var answers = new ArrayList<CompletableFuture<?>>();
      for (int i = 1; i <= 5; i++) {
        int request = i;
        // Answers reach threads of the client: longer holds keep their order on a busy machine.
        answers.add(
            client
                .send(new HoldRequest(request, 0, 100_000_000), 0)
                .answer()
                .thenAccept(copy -> order.add(request)));
        awaitInside(server, 1 + i);
      }
      blocker.cancel();

      CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
      assertThat(order).containsExactly(1, 2, 3, 4, 5);
      assertThat(server.tally()).isEqualTo(new ReplicaServer.Tally(6, 5, 1, 1, 0));
    }
  }

  @Test
  void neverAreMoreServedThanThereAreSlots() throws Exception {
    try (var server = ReplicaServer.start(0, 3);
        var client = new ReplicaClient(List.of(server.address()))) {
      var answers = new ArrayList<CompletableFuture<Integer>>();
      for (int i = 0; i < 60; i++) {
        answers.add(client.send(new HoldRequest(i, i % 2, 2_000_000), 0).answer());
      }
      for (int i = 0; i < 60; i++) {
        assertThat(answers.get(i).get(60, TimeUnit.SECONDS)).isEqualTo(i % 2);
      }
      assertThat(server.tally()).isEqualTo(new ReplicaServer.Tally(60, 60, 0, 3, 0));
    }
  }

  @Test
  void whoIsCancelledLeavesTheQueueAndGivesItsSlotBack() throws Exception {
    try (var server = ReplicaServer.start(0, 1);
        var client = new ReplicaClient(List.of(server.address()))) {
      ReplicaClient.Copy served = client.send(new HoldRequest(1, 0, LONG_NANOS), 0);
      awaitInside(server, 1);
      ReplicaClient.Copy waiting = client.send(new HoldRequest(2, 0, LONG_NANOS), 0);
      awaitInside(server, 2);
      ReplicaClient.Copy last = client.send(new HoldRequest(3, 1, 1_000_000), 0);
      awaitInside(server, 3);

      waiting.cancel();
      awaitInside(server, 2);
      served.cancel();

      assertThat(last.answer().get(60, TimeUnit.SECONDS)).isEqualTo(1);
      assertThatThrownBy(() -> served.exchange().get(60, TimeUnit.SECONDS))
          .hasStackTraceContaining("CancellationException");
      assertThat(server.awaitIdle(PATIENCE_NANOS)).isTrue();
      assertThat(server.tally()).isEqualTo(new ReplicaServer.Tally(3, 1, 2, 1, 0));
    }
  }

  @Test
  void aReplicaThatStandsStillAnswersOnceItGoesOn() throws Exception {
    try (var server = ReplicaServer.start(0, 1);
        var client = new ReplicaClient(List.of(server.address()))) {
      server.setSpeeds(List.of(new SpeedChange(System.nanoTime(), 0)));
      ReplicaClient.Copy copy = client.send(new HoldRequest(1, 0, 1), 0);
      awaitInside(server, 1);
      assertThat(copy.answer()).isNotDone();

      server.setSpeeds(List.of());

      assertThat(copy.answer().get(60, TimeUnit.SECONDS)).isZero();
    }
  }

  @Test
  void whatIsNoSuchRequestIsRefused() throws Exception {
    try (var server = ReplicaServer.start(0, 1)) {
      for (String line :
          List.of(
              "GET / HTTP/1.1", "POST /hold/1/0/1 HTTP/1.1", "GET /hold/1/0/-1 HTTP/1.1", "x")) {
        assertThat(answer(server.address(), line + "\r\nHost: here\r\n\r\n"))
            .as(line)
            .startsWith("HTTP/1.1 400 ");
      }
      assertThat(answer(server.address(), "y".repeat(8192))).isEmpty();
      assertThat(server.tally().arrived()).isZero();
    }
  }

  private static String answer(URI server, String message) throws IOException {
    try (var socket = new Socket(server.getHost(), server.getPort())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(message.getBytes(StandardCharsets.ISO_8859_1));
      InputStream answer = socket.getInputStream();
      return new String(answer.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  /** Waits for the arrival of requests by the server's count. */
  private static void awaitInside(ReplicaServer server, int wanted) {
    long endNanos = System.nanoTime() + PATIENCE_NANOS;
    while (server.tally().inside() != wanted) {
      assertThat(System.nanoTime()).as("waiting for %d inside", wanted).isLessThan(endNanos);
      Thread.onSpinWait();
    }
  }
}
