package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.curtail.Policy;
import org.curtail.sim.Trace;

/**
 * Decisions in a service, moment by moment. Of several decisions about a request at one moment, the
 * last one counts. Decisions without effect are left out: those about a request with all possible
 * threads that never loses one.
 */
final class DecisionTrace {
  /** Last decision about a request at a moment, with the number of requests as its load. */
  record Answer(
      long executionNanos,
      long attainedNanos,
      int requests,
      int waiting,
      long memory,
      int degree,
      long askAgainNanos) {}

  /** Running request. */
  record Served(int request, int degree, int threads, boolean boosted) {
    @Override
    public String toString() {
      return "%d: %d of %d%s".formatted(request, threads, degree, boosted ? " boosted" : "");
    }
  }

  /**
   * Moment with a decision or a change.
   *
   * @param answers decisions by request
   * @param running running requests in order of start
   * @param lingeringThreads threads of ended requests
   */
  record Moment(
      long atNanos,
      SortedMap<Integer, Answer> answers,
      List<Served> running,
      int waiting,
      int lingeringThreads) {
    @Override
    public String toString() {
      return "at %d ns%n    threads of degree %s, %d waiting, %d lingering%n    answers %s"
          .formatted(atNanos, running, waiting, lingeringThreads, answers);
    }
  }

  private Policy policy;
  private final Map<Long, Integer> requestByArrival;
  private final List<Moment> moments = new ArrayList<>();

  /** Creates an empty trace of a policy, for requests that arrive at different moments. */
  DecisionTrace(Policy policy, Trace trace) {
    this(policy, new HashMap<>());
    for (int i = 0; i < trace.size(); i++) {
      long nanos = Math.round(trace.arrivalMs(i) * 1e6);
      Integer other = requestByArrival.put(nanos, i);
      if (other != null) {
        throw new IllegalArgumentException("two requests arrive at " + nanos + " ns");
      }
    }
  }

  private DecisionTrace(Policy policy, Map<Long, Integer> requestByArrival) {
    this.policy = policy;
    this.requestByArrival = requestByArrival;
  }

  /** Another policy decides from now on. */
  void servedBy(Policy next) {
    policy = next;
  }

  /** Returns the request of a decision at this moment. */
  int request(long nowNanos, RecordingPolicy.Asked asked) {
    return requireNonNull(requestByArrival.get(nowNanos - asked.progress().ageNanos()));
  }

  /** Records a moment, or a further event at the present one. */
  void add(
      long nowNanos,
      List<RecordingPolicy.Asked> asked,
      List<Served> running,
      int waiting,
      int lingeringThreads) {
    var answers = new TreeMap<Integer, Answer>();
    if (!moments.isEmpty() && moments.getLast().atNanos == nowNanos) {
      answers.putAll(moments.removeLast().answers);
    }
    for (RecordingPolicy.Asked one : asked) {
      if (policy.traits().isMalleable() || one.progress().threads() < policy.maxDegree()) {
        answers.put(request(nowNanos, one), answer(one));
      }
    }
    var moment = new Moment(nowNanos, answers, List.copyOf(running), waiting, lingeringThreads);
    if (moments.isEmpty() || !answers.isEmpty() || hasChanged(moments.getLast(), moment)) {
      moments.add(moment);
    }
  }

  private static boolean hasChanged(Moment before, Moment after) {
    return !before.running.equals(after.running)
        || before.waiting != after.waiting
        || before.lingeringThreads != after.lingeringThreads;
  }

  private static Answer answer(RecordingPolicy.Asked asked) {
    return new Answer(
        asked.progress().executionNanos(),
        asked.progress().attainedNanos(),
        asked.load().requests(),
        asked.load().waiting(),
        asked.load().memory(),
        asked.decision().degree(),
        asked.decision().askAgainNanos());
  }

  /** Returns the decisions before a moment. */
  DecisionTrace before(long nanos) {
    var prefix = new DecisionTrace(policy, requestByArrival);
    moments.stream().filter(moment -> moment.atNanos < nanos).forEach(prefix.moments::add);
    return prefix;
  }

  List<Moment> moments() {
    return moments;
  }

  /**
   * Returns an empty text for equal traces; otherwise the first different moments and those before.
   */
  String difference(DecisionTrace other) {
    int i = 0;
    while (i < moments.size()
        && i < other.moments.size()
        && moments.get(i).equals(other.moments.get(i))) {
      i++;
    }
    if (i == moments.size() && i == other.moments.size()) {
      return "";
    }
    var text = new StringBuilder("moment %d of %d\n".formatted(i, moments.size()));
    for (int before = Math.max(0, i - 3); before < i; before++) {
      text.append("both ").append(moments.get(before)).append('\n');
    }
    text.append("one ").append(i < moments.size() ? moments.get(i) : "ends").append('\n');
    return text.append("other ")
        .append(i < other.moments.size() ? other.moments.get(i) : "ends")
        .toString();
  }
}
