package org.curtail.diagnose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.diagnose.pause.Pause;
import org.curtail.signals.Stint;
import org.jspecify.annotations.Nullable;

/**
 * One request in a world of few nanoseconds, each with a known cause. It gives the evidence of
 * signals, which are sums, and the truth, counted nanosecond by nanosecond along the critical
 * thread. Shares no code with the split.
 */
final class NanoWorld {
  private static final List<Pause.Kind> KINDS = List.of(Pause.Kind.values());

  /** State of a thread in a nanosecond. */
  private enum State {
    RUNNING,
    QUEUED,
    BLOCKED,
    FAULTING,
    STRAY
  }

  /** Work of a thread for the request, nanosecond by nanosecond. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Shift(long threadId, int from, State[] states) {
    int to() {
      return from + states.length;
    }

    boolean covers(int nano) {
      return nano >= from && nano < to();
    }
  }

  /** Features of a world. */
  record Kind(boolean parallel, boolean pauses, boolean faults, boolean stray, boolean twoClocks) {}

  /** Start and end on the server's clock, from the receipt on. */
  private final int start;

  private final int end;
  private final int toServer;
  private final int back;
  private final long serverOrigin;
  private final long clientOrigin;
  private final List<Shift> shifts = new ArrayList<>();

  /** Pause in each nanosecond from the intended send to the answer; null if there is none. */
  private final Pause.@Nullable Kind[] paused;

  private final List<int[]> pauseTimes = new ArrayList<>();
  private final List<Pause.Kind> pauseKinds = new ArrayList<>();
  private final boolean twoClocks;

  NanoWorld(RandomGenerator random, Kind kind) {
    twoClocks = kind.twoClocks();
    start = random.nextInt(12);
    end = start + random.nextInt(40);
    toServer = random.nextInt(8);
    back = random.nextInt(8);
    serverOrigin = random.nextLong(-1000, 1000);
    clientOrigin = serverOrigin + (twoClocks ? (1 + random.nextLong(9)) * 1_000_000 : 0);
    paused = new Pause.@Nullable Kind[toServer + end + back];
    if (kind.pauses()) {
      drawPauses(random);
    }
    int threads = kind.parallel() ? 1 + random.nextInt(4) : 1;
    for (int thread = 0; thread < threads; thread++) {
      drawShifts(random, kind, thread);
    }
  }

  private void drawPauses(RandomGenerator random) {
    for (int i = random.nextInt(4); i > 0; i--) {
      int from = random.nextInt(-toServer - 3, end + back + 3);
      int to = from + random.nextInt(12);
      Pause.Kind kind = KINDS.get(random.nextInt(3));
      pauseTimes.add(new int[] {from, to});
      pauseKinds.add(kind);
      for (int nano = Math.max(-toServer, from); nano < Math.min(end + back, to); nano++) {
        Pause.@Nullable Kind before = paused[nano + toServer];
        paused[nano + toServer] = stronger(before, kind);
      }
    }
  }

  private static Pause.Kind stronger(Pause.@Nullable Kind one, Pause.Kind other) {
    if (one == Pause.Kind.STOPPED || other == Pause.Kind.STOPPED) {
      return Pause.Kind.STOPPED;
    }
    return one == Pause.Kind.COLLECTOR ? one : other;
  }

  private void drawShifts(RandomGenerator random, Kind kind, int thread) {
    int at = kind.parallel() ? start + random.nextInt(-2, 15) : start + random.nextInt(3);
    int most = kind.parallel() ? 3 : 2;
    for (int i = 0; i < most && at < end; i++) {
      int until = Math.min(at + random.nextInt(25), kind.parallel() ? end + 2 : end);
      shifts.add(new Shift(thread, at, states(random, kind, at, until)));
      at = until + random.nextInt(5);
    }
  }

  private State[] states(RandomGenerator random, Kind kind, int from, int to) {
    State[] states = new State[to - from];
    State state = State.RUNNING;
    for (int i = 0; i < states.length; i++) {
      if (random.nextInt(3) == 0) {
        state = draw(random, kind);
      }
      states[i] = state;
      if (pauseAt(from + i) != null && state != State.QUEUED) {
        // No thread runs in a pause. A ready thread waits for the end of the pause.
        states[i] = State.BLOCKED;
      }
    }
    return states;
  }

  private static State draw(RandomGenerator random, Kind kind) {
    return switch (random.nextInt(7)) {
      case 0, 1 -> State.QUEUED;
      case 2 -> State.BLOCKED;
      case 3 -> kind.faults() ? State.FAULTING : State.RUNNING;
      case 4 -> kind.stray() ? State.STRAY : State.RUNNING;
      default -> State.RUNNING;
    };
  }

  private Pause.@Nullable Kind pauseAt(int nano) {
    int place = nano + toServer;
    return place >= 0 && place < paused.length ? paused[place] : null;
  }

  // ---- Evidence.

  RequestEvidence evidence() {
    var pauses = new ArrayList<Pause>();
    for (int i = 0; i < pauseTimes.size(); i++) {
      int[] time = pauseTimes.get(i);
      pauses.add(new Pause(serverOrigin + time[0], serverOrigin + time[1], pauseKinds.get(i)));
    }
    return new RequestEvidence(
        1,
        "",
        clientOrigin - toServer,
        serverOrigin,
        serverOrigin + start,
        serverOrigin + end,
        clientOrigin + end + back,
        shifts.stream().map(this::stint).toList(),
        pauses,
        RequestEvidence.UNKNOWN);
  }

  private Stint stint(Shift shift) {
    return new Stint(
        shift.threadId(),
        "thread-" + shift.threadId(),
        serverOrigin + shift.from(),
        serverOrigin + shift.to(),
        count(shift, State.RUNNING),
        count(shift, State.QUEUED),
        -1,
        episodes(shift, State.FAULTING),
        episodes(shift, State.FAULTING) + episodes(shift, State.BLOCKED),
        0,
        0,
        false);
  }

  private static long count(Shift shift, State state) {
    return Arrays.stream(shift.states()).filter(s -> s == state).count();
  }

  private static long episodes(Shift shift, State state) {
    long episodes = 0;
    State[] states = shift.states();
    for (int i = 0; i < states.length; i++) {
      if (states[i] == state && (i == 0 || states[i - 1] != state)) {
        episodes++;
      }
    }
    return episodes;
  }

  /** Returns the greatest stray time of a shift. */
  long mostStray() {
    return shifts.stream().mapToLong(shift -> count(shift, State.STRAY)).max().orElse(0);
  }

  // ---- Truth.

  CauseNanos truth() {
    var nanos = new EnumMap<Cause, Long>(Cause.class);
    @Nullable Shift[] critical = critical();
    for (int nano = -toServer; nano < end + back; nano++) {
      nanos.merge(cause(nano, critical), 1L, Long::sum);
    }
    return CauseNanos.of(cause -> nanos.getOrDefault(cause, 0L));
  }

  private Cause cause(int nano, @Nullable Shift[] critical) {
    Pause.@Nullable Kind pause = pauseAt(nano);
    if (nano < 0 || nano >= end) {
      return pause == null || twoClocks ? Cause.NETWORK : Cause.valueOf(pause.name());
    }
    if (pause != null) {
      return Cause.valueOf(pause.name());
    }
    if (nano < start) {
      return Cause.ADMISSION;
    }
    if (shifts.isEmpty()) {
      return Cause.REST;
    }
    Shift shift = critical[nano];
    return shift == null ? idle(nano, critical) : cause(shift.states()[nano - shift.from()]);
  }

  private Cause idle(int nano, @Nullable Shift[] critical) {
    boolean before = Arrays.stream(critical, start, nano).anyMatch(s -> s != null);
    boolean after = Arrays.stream(critical, nano, end).anyMatch(s -> s != null);
    return before && after ? Cause.ADMISSION : Cause.HAND_OFF;
  }

  private static Cause cause(State state) {
    return switch (state) {
      case RUNNING -> Cause.WORK;
      case QUEUED -> Cause.RUN_QUEUE;
      case BLOCKED -> Cause.BLOCKED;
      case FAULTING -> Cause.PAGE_FAULTS;
      case STRAY -> Cause.REST;
    };
  }

  /** Cause of each nanosecond, found backwards from the end. */
  private @Nullable Shift[] critical() {
    @Nullable Shift[] critical = new @Nullable Shift[end];
    Shift current = null;
    for (int nano = end - 1; nano >= start; nano--) {
      if (current == null || !current.covers(nano)) {
        current = null;
        for (Shift shift : shifts) {
          if (shift.covers(nano) && (current == null || isBefore(shift, current))) {
            current = shift;
          }
        }
      }
      critical[nano] = current;
    }
    return critical;
  }

  private static boolean isBefore(Shift one, Shift other) {
    return one.from() < other.from()
        || (one.from() == other.from() && one.threadId() < other.threadId());
  }
}
