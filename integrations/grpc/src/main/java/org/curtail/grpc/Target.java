package org.curtail.grpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.MethodDescriptor;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

/**
 * The target of a call: everything needed to create a further one.
 *
 * @param options with the deadline, which is a moment: an attempt gets the remaining time
 * @param context context of the caller, in which each attempt runs; a copy starts on another thread
 */
record Target<Q, A>(
    MethodDescriptor<Q, A> method, CallOptions options, Channel channel, Context context) {

  /** Returns a call for one attempt, not started yet. */
  ClientCall<Q, A> newCall(ReplicaHint hint, ReplicaWatch watch) {
    Context before = context.attach();
    try {
      return channel.newCall(method, hint.in(options).withStreamTracerFactory(watch));
    } finally {
      context.detach(before);
    }
  }

  /** Returns the time until the deadline, negative after it; {@link Long#MAX_VALUE} without one. */
  long remainingNanos() {
    Deadline own = options.getDeadline();
    Deadline outer = context.getDeadline();
    Deadline first = own == null ? outer : outer == null ? own : own.minimum(outer);
    return first == null ? Long.MAX_VALUE : first.timeRemaining(TimeUnit.NANOSECONDS);
  }

  /**
   * Runs a notification of the caller on a thread that may wait: never on the hedge's timer thread.
   * A blocking stub waits for its own executor only, so that one comes first.
   */
  void execute(Runnable task) {
    Executor executor = options.getExecutor();
    (executor == null ? ForkJoinPool.commonPool() : executor).execute(context.wrap(task));
  }
}
