package org.curtail.cli.demo.opensearch;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.threads.Joined;
import org.curtail.cli.opensearch.LocalNode;
import org.jspecify.annotations.Nullable;

/**
 * Pauses of a node at random times. When closed, the node continues. No other code may use the node
 * meanwhile.
 */
public final class NodePauses implements AutoCloseable {
  private static final long PAUSE_NANOS = 200_000_000L;

  /** Paused share of the time. */
  private static final double SHARE = 0.08;

  private final LocalNode node;
  private final Console console;
  private final SplittableRandom random;
  private final Thread thread;
  private volatile boolean isOver;
  private volatile @Nullable IOException failed;

  NodePauses(LocalNode node, long seed, Console console) {
    this.node = node;
    this.console = console;
    random = new SplittableRandom(seed);
    thread = Thread.ofPlatform().daemon().name("curtail-pauses").start(this::run);
  }

  /** Description for people. */
  public static String inWords() {
    return "one node stops for %d ms at a time, %.0f %% of the time"
        .formatted(PAUSE_NANOS / 1_000_000, 100 * SHARE);
  }

  private void run() {
    double meanGapNanos = PAUSE_NANOS * (1 - SHARE) / SHARE;
    try {
      while (!isOver) {
        LockSupport.parkNanos((long) (-Math.log(1 - random.nextDouble()) * meanGapNanos));
        node.pause();
        try {
          LockSupport.parkNanos(PAUSE_NANOS);
        } finally {
          node.resume();
        }
      }
    } catch (IOException e) {
      failed = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    isOver = true;
    LockSupport.unpark(thread);
    Joined.join(List.of(thread));
    if (failed != null) {
      console.warn("the node could not be stopped any more: " + Failure.reason(failed));
    }
  }
}
