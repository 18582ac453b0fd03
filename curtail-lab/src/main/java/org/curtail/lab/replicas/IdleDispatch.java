package org.curtail.lab.replicas;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hedging with idle capacity only: LAEDGE (Primorac, Argyraki, Bugnion: When to Hedge in
 * Interactive Services, NSDI'21). Requests wait in one queue at the client, which knows what every
 * replica has of it. A request goes to a replica with a free slot; a second copy goes with it, to
 * another replica with a free slot, if nobody waits. A request that finds no free slot takes that
 * of a second copy, which is cancelled, since its request is served elsewhere too.
 *
 * <p>Needs no delay, no budget and no times; but its client must be the only one. Pure, and not
 * thread-safe.
 */
final class IdleDispatch {
  /**
   * A copy at a replica.
   *
   * @param request its request, a key of any kind
   * @param number 0 for the first
   */
  record Copy(int request, int number, int replica) {}

  /** What is to be done now, in this order. */
  sealed interface Step {
    Copy copy();

    /** Send it. */
    record Send(Copy copy) implements Step {}

    /** Take it back: it is not needed any more. */
    record Cancel(Copy copy) implements Step {}
  }

  private final int[] free;
  private final ArrayDeque<Integer> waiting = new ArrayDeque<>();

  /** By request, in the order in which they were sent. */
  private final Map<Integer, List<Copy>> running = new LinkedHashMap<>();

  /** From here on the next free slot is looked for, so that replicas share the requests. */
  private int turn;

  IdleDispatch(int replicas, int slots) {
    free = new int[replicas];
    Arrays.fill(free, slots);
  }

  /** A request is due. */
  List<Step> arrive(int request) {
    waiting.add(request);
    return dispatch(new ArrayList<>());
  }

  /** A copy was answered: the other one of its request is not needed. */
  List<Step> answered(Copy copy) {
    var steps = new ArrayList<Step>();
    List<Copy> copies = running.remove(copy.request());
    if (copies == null) {
      // It was cancelled and answered all the same.
      return steps;
    }
    for (Copy one : copies) {
      free[one.replica()]++;
      if (!one.equals(copy)) {
        steps.add(new Step.Cancel(one));
      }
    }
    return dispatch(steps);
  }

  /** A copy failed. */
  List<Step> failed(Copy copy) {
    List<Copy> copies = running.get(copy.request());
    if (copies == null || !copies.remove(copy)) {
      return List.of();
    }
    free[copy.replica()]++;
    if (copies.isEmpty()) {
      running.remove(copy.request());
    }
    return dispatch(new ArrayList<>());
  }

  /** Whether any copy of a request is under way. */
  boolean isRunning(int request) {
    return running.containsKey(request);
  }

  private List<Step> dispatch(List<Step> steps) {
    while (!waiting.isEmpty()) {
      int replica = freest(-1);
      if (replica < 0) {
        replica = freedOfCopy(steps);
      }
      if (replica < 0) {
        break;
      }
      int request = waiting.remove();
      var copies = new ArrayList<Copy>();
      running.put(request, copies);
      send(new Copy(request, 0, replica), copies, steps);
      int other = waiting.isEmpty() ? freest(replica) : -1;
      if (other >= 0) {
        send(new Copy(request, 1, other), copies, steps);
      }
    }
    return steps;
  }

  private void send(Copy copy, List<Copy> copies, List<Step> steps) {
    free[copy.replica()]--;
    copies.add(copy);
    steps.add(new Step.Send(copy));
  }

  /** The replica with the most free slots but one, or -1 if there is none with any. */
  private int freest(int besides) {
    int found = -1;
    for (int i = 0; i < free.length; i++) {
      int replica = (turn + i) % free.length;
      if (replica != besides && free[replica] > (found < 0 ? 0 : free[found])) {
        found = replica;
      }
    }
    turn = found < 0 ? turn : (found + 1) % free.length;
    return found;
  }

  /** Takes back the second copy that was sent last; -1 if there is none. */
  private int freedOfCopy(List<Step> steps) {
    @Nullable Copy last = null;
    for (List<Copy> copies : running.values()) {
      if (copies.size() > 1) {
        last = copies.getLast();
      }
    }
    if (last == null) {
      return -1;
    }
    requireNonNull(running.get(last.request())).remove(last);
    free[last.replica()]++;
    steps.add(new Step.Cancel(last));
    return last.replica();
  }
}
