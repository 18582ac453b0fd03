package org.curtail.lab.replicas;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.curtail.lab.replicas.IdleDispatch.Step;
import org.jspecify.annotations.Nullable;

/** Sends requests and second copies as {@link IdleDispatch} says. */
final class IdleSender implements Sender {
  private final ReentrantLock lock = new ReentrantLock();
  private final ReplicaClient client;
  private final IdleDispatch dispatch;
  private final AtomicInteger keys = new AtomicInteger();
  private final LongAdder sent = new LongAdder();

  /** Requests that are waiting or under way, by key. Guarded by the lock. */
  private final Map<Integer, Call> calls = new HashMap<>();

  private record Call(ReplicaTrace trace, int request, CompletableFuture<Integer> answer) {}

  /** Copies under way. Guarded by the lock. */
  private final Map<IdleDispatch.Copy, ReplicaClient.Copy> copies = new HashMap<>();

  IdleSender(ReplicaClient client, int replicas, int slots) {
    this.client = client;
    dispatch = new IdleDispatch(replicas, slots);
  }

  @Override
  public CompletableFuture<Integer> send(ReplicaTrace trace, int request) {
    var call = new Call(trace, request, new CompletableFuture<>());
    int key = keys.getAndIncrement();
    lock.lock();
    try {
      calls.put(key, call);
      take(dispatch.arrive(key));
    } finally {
      lock.unlock();
    }
    return call.answer();
  }

  /** With the lock, so that a copy is known before it is cancelled; sending does not wait. */
  private void take(List<Step> steps) {
    for (Step step : steps) {
      switch (step) {
        case Step.Send send -> start(send.copy());
        case Step.Cancel cancel -> {
          ReplicaClient.Copy copy = copies.remove(cancel.copy());
          if (copy != null) {
            copy.cancel();
          }
        }
      }
    }
  }

  private void start(IdleDispatch.Copy copy) {
    Call call = calls.get(copy.request());
    if (call == null) {
      throw new IllegalStateException("a copy of no request: " + copy);
    }
    if (copy.number() > 0) {
      sent.increment();
    }
    ReplicaClient.Copy started =
        client.send(call.trace().request(call.request(), copy.number()), copy.replica());
    copies.put(copy, started);
    // Not on this thread, which has the lock and may be in the middle of other steps.
    var _ =
        started
            .answer()
            .handleAsync(
                (number, failure) -> {
                  ended(copy, failure);
                  return number;
                },
                client.threads());
  }

  private void ended(IdleDispatch.Copy copy, @Nullable Throwable failure) {
    var done = new ArrayList<Runnable>();
    lock.lock();
    try {
      if (copies.remove(copy) == null) {
        // Cancelled before: its request is served by another copy, or was answered.
        return;
      }
      Call call = calls.get(copy.request());
      if (failure == null) {
        take(dispatch.answered(copy));
      } else {
        take(dispatch.failed(copy));
      }
      if (call != null && !dispatch.isRunning(copy.request())) {
        calls.remove(copy.request());
        done.add(
            failure == null
                ? () -> call.answer().complete(copy.number())
                : () -> call.answer().completeExceptionally(failure));
      }
    } finally {
      lock.unlock();
    }
    done.forEach(Runnable::run);
  }

  @Override
  public SentCopies soFar() {
    return new SentCopies(sent.sum(), 0, 0, 0);
  }

  @Override
  public String explain() {
    return "";
  }

  @Override
  public void close() {
    // Its copies end with the client.
  }
}
