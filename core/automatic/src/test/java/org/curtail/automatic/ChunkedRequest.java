package org.curtail.automatic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;

/**
 * Request whose threads take chunks one by one, with a known speedup: an oracle for estimates from
 * its path. It begins at degree 2, and its second thread comes a little later. At some moment it
 * loses a thread: the first to end a chunk leaves.
 *
 * @param chunks number of chunks
 * @param costSpread standard deviation of a chunk's cost over its mean
 * @param speedup of two threads
 * @param chunkNanos mean time of a chunk on one thread
 * @param joinNanos arrival of the second thread
 * @param startNanos work of the second thread before its first chunk, which it has already taken
 * @param leaveNanos time at which one thread should leave
 */
record ChunkedRequest(
    int chunks,
    double costSpread,
    double speedup,
    double chunkNanos,
    double joinNanos,
    double startNanos,
    double leaveNanos) {
  private static final double GONE = Double.POSITIVE_INFINITY;

  Timeline run(Random random) {
    return new Run(random).timeline();
  }

  /** One run of the request. */
  private final class Run {
    private final Random random;
    private final List<Timeline.Phase> path = new ArrayList<>();

    /** Remaining work of each thread's chunk, in nanoseconds of one thread. */
    private final double[] left = {GONE, GONE};

    private boolean hasJoined;
    private double nowNanos;
    private double threadNanos;
    private int claimed;
    private double phaseFromNanos;
    private int phaseFromChunk;

    Run(Random random) {
      this.random = random;
    }

    Timeline timeline() {
      claim(0);
      while (serving() > 0) {
        int first = left[0] <= left[1] ? 0 : 1;
        int serving = serving();
        if (isToJoin(left[first] / rate())) {
          pass(joinNanos - nowNanos);
          endPhase(1);
          claim(1);
          left[1] += startNanos;
          hasJoined = true;
          continue;
        }
        pass(left[first] / rate());
        boolean goes = serving > 1 && nowNanos >= leaveNanos;
        if (claimed < chunks && !goes) {
          claim(first);
        } else {
          endPhase(serving);
          left[first] = GONE;
        }
      }
      long nanos = Math.round(nowNanos);
      return new Timeline(0, 0, nanos, Math.round(threadNanos), 2, chunks, path, Outcome.COMPLETED);
    }

    /** It joins before the next chunk ends, if a chunk is left for it. */
    private boolean isToJoin(double nextNanos) {
      return !hasJoined
          && claimed < chunks
          && joinNanos < leaveNanos
          && nowNanos + nextNanos > joinNanos;
    }

    private int serving() {
      return (int) Arrays.stream(left).filter(work -> work < GONE).count();
    }

    /** By thread. */
    private double rate() {
      return serving() > 1 ? speedup / 2 : 1;
    }

    private void claim(int thread) {
      double variance = Math.log(1 + costSpread * costSpread);
      double cost = Math.exp(Math.sqrt(variance) * random.nextGaussian() - variance / 2);
      left[thread] = cost * chunkNanos;
      claimed++;
    }

    private void pass(double nanos) {
      double done = nanos * rate();
      threadNanos += nanos * serving();
      nowNanos += nanos;
      for (int thread = 0; thread < left.length; thread++) {
        left[thread] = Math.max(left[thread] - done, 0);
      }
    }

    private void endPhase(int degree) {
      path.add(
          new Timeline.Phase(
              degree, Math.round(nowNanos - phaseFromNanos), claimed - phaseFromChunk));
      phaseFromNanos = nowNanos;
      phaseFromChunk = claimed;
    }
  }
}
