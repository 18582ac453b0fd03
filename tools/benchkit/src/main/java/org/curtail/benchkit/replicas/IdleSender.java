package org.curtail.benchkit.replicas;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.curtail.reissue.plan.IdleDispatch;
import org.jspecify.annotations.Nullable;

/** Sends requests and their copies by {@link IdleDispatch}. */
final class IdleSender implements Sender {
  private final ReentrantLock lock = new ReentrantLock();
  private final AttemptClient client;
  private final LongAdder sent = new LongAdder();

  /** Both are guarded by the lock. */
  private final KnownSlots slots;

  private final IdleDispatch<Call> dispatch;

  /** A request. Guarded by the lock, but for its answer. */
  private static final class Call {
    final LiveTrace trace;
    final int request;
    final CompletableFuture<Integer> answer = new CompletableFuture<>();

    /** Running attempts. */
    final List<SentCopy> copies = new ArrayList<>(2);

    boolean isOver;

    Call(LiveTrace trace, int request) {
      this.trace = trace;
      this.request = request;
    }
  }

  private record SentCopy(int replica, int number, ReplicaClient.Copy copy) {}

  IdleSender(AttemptClient client, int replicas, int slotsOfEach) {
    this.client = client;
    slots = new KnownSlots(replicas, slotsOfEach);
    dispatch = new IdleDispatch<>(slots);
  }

  @Override
  public CompletableFuture<Integer> send(LiveTrace trace, int request) {
    var call = new Call(trace, request);
    lock.lock();
    try {
      dispatch.arrived(call);
    } finally {
      lock.unlock();
    }
    return call.answer;
  }

  /** Occupied slots of the replicas; this is their only client. */
  private final class KnownSlots implements IdleDispatch.Slots<Call> {
    private final int[] copies;
    private final int slotsOfEach;

    KnownSlots(int replicas, int slotsOfEach) {
      copies = new int[replicas];
      this.slotsOfEach = slotsOfEach;
    }

    @Override
    public int replicas() {
      return copies.length;
    }

    @Override
    public int copies(int replica) {
      return copies[replica];
    }

    @Override
    public boolean hasFreeSlot(int replica) {
      return copies[replica] < slotsOfEach;
    }

    @Override
    public boolean has(Call call, int replica) {
      return call.copies.stream().anyMatch(copy -> copy.replica() == replica);
    }

    @Override
    public boolean isOver(Call call) {
      return call.isOver;
    }

    @Override
    public void send(Call call, int replica) {
      start(call, 0, replica);
    }

    @Override
    public boolean sendCopy(Call call, int replica) {
      sent.increment();
      start(call, 1, replica);
      return true;
    }

    @Override
    public void cancelCopy(Call call, int replica) {
      cancelWhere(call, replica);
    }

    void gone(int replica) {
      copies[replica]--;
    }

    /**
     * Starts an attempt while it holds the lock, so that a later cancellation finds the attempt.
     * Sending does not block.
     */
    private void start(Call call, int number, int replica) {
      ReplicaClient.Copy started = client.send(call.trace, call.request, number, replica);
      var copy = new SentCopy(replica, number, started);
      call.copies.add(copy);
      copies[replica]++;
      // Runs on another thread: this thread holds the lock and may be inside other steps.
      var _ =
          started
              .answer()
              .handleAsync(
                  (answered, failure) -> {
                    ended(call, copy, failure);
                    return answered;
                  },
                  client.threads());
    }
  }

  private void cancelWhere(Call call, int replica) {
    Iterator<SentCopy> all = call.copies.iterator();
    while (all.hasNext()) {
      SentCopy copy = all.next();
      if (copy.replica() == replica) {
        all.remove();
        slots.gone(replica);
        copy.copy().cancel();
      }
    }
  }

  private void ended(Call call, SentCopy copy, @Nullable Throwable failure) {
    boolean isEnd;
    lock.lock();
    try {
      if (!call.copies.remove(copy)) {
        // The attempt was cancelled before: another attempt serves the request, or answered it.
        return;
      }
      slots.gone(copy.replica());
      isEnd = failure == null || call.copies.isEmpty();
      call.isOver = isEnd;
      int[] others = call.copies.stream().mapToInt(SentCopy::replica).toArray();
      if (isEnd) {
        Arrays.stream(others).forEach(replica -> cancelWhere(call, replica));
      }
      dispatch.freed(copy.replica());
      if (isEnd) {
        Arrays.stream(others).forEach(dispatch::freed);
      }
    } finally {
      lock.unlock();
    }
    if (isEnd && failure == null) {
      call.answer.complete(copy.number());
    } else if (isEnd) {
      call.answer.completeExceptionally(failure);
    }
  }

  @Override
  public SentCopies soFar() {
    return new SentCopies(sent.sum(), 0, 0, 0);
  }

  @Override
  public void close() {
    // The end of the client ends its attempts.
  }
}
