package org.curtail.autopilot;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.curtail.Profile;
import org.curtail.energy.ControlledThresholds;
import org.curtail.energy.LeastEnergy;
import org.curtail.energy.SpeedSteering;
import org.curtail.energy.SpeedWindow;
import org.curtail.energy.ThresholdController;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Timeline;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.curtail.testkit.Eventually;
import org.curtail.testkit.SilentLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Checks the windows for a speed pilot's steering, and the use of its decisions. */
@Timeout(value = 4, unit = MINUTES)
@ExtendWith(SilentLog.class)
class SpeedPilotTest {
  private static final long MS = 1_000_000;
  private static final SpeedMachine MACHINE =
      SpeedMachine.ofCores(
          new SpeedClass("slow", 1, 0.5, 1, 0), new SpeedClass("fast", 1, 1, 4, 0));

  /** Steering that changes the class after each window, or keeps it. */
  private static final class Alternating implements SpeedSteering {
    final List<SpeedWindow> windows = new ArrayList<>();
    final List<SpeedPolicy> answers = new ArrayList<>();

    @Override
    public long periodNanos() {
      return 10 * MS;
    }

    @Override
    public SpeedPolicy first() {
      return SpeedPolicy.allSlow();
    }

    @Override
    public SpeedPolicy next(SpeedWindow window) {
      windows.add(window);
      return answers.isEmpty() ? SpeedPolicy.allFast(MACHINE) : answers.removeFirst();
    }
  }

  private final AtomicLong nowNanos = new AtomicLong();
  private final Alternating steering = new Alternating();
  private final SpeedPilot pilot = new SpeedPilot(steering, nowNanos::get);

  private Curtail boarded() {
    Curtail curtail = Curtail.with(MACHINE, pilot.policy()).start();
    pilot.attach(curtail);
    return curtail;
  }

  private void at(long millis) {
    nowNanos.set(millis * MS);
    pilot.step();
  }

  private void ended(long request, long latencyMillis, Outcome outcome) {
    pilot.arrived(request, 0, RequestOptions.NONE);
    pilot.ended(
        request,
        new Timeline(0, 0, latencyMillis * MS, latencyMillis * MS, 1, 1, List.of(), 0, 0, outcome));
  }

  @Test
  void aWindowHasExactlyItsOwnEvents() {
    try (Curtail curtail = boarded()) {
      ended(1, 5, Outcome.COMPLETED);
      ended(2, 7, Outcome.PARTIAL);
      ended(3, 9, Outcome.EXPIRED);
      ended(4, 1, Outcome.FAILED);
      ended(5, 1, Outcome.CANCELLED);
      at(9);
      assertThat(steering.windows).isEmpty();
      at(10);
      SpeedWindow first = steering.windows.getFirst();
      assertThat(first.ended()).isEqualTo(3);
      assertThat(first.percentileMs(50)).isEqualTo(7);
      assertThat(first.percentileMs(1)).isEqualTo(5);
      assertThat(first.arrivedPerSecond()).isEqualTo(500);
      ended(6, 2, Outcome.COMPLETED);
      at(20);
      assertThat(steering.windows.getLast().ended()).isEqualTo(1);
      assertThat(curtail.threadsBusy()).isZero();
    }
  }

  @Test
  void aStepThatIsLateMakesTheWindowLonger() {
    try (Curtail curtail = boarded()) {
      ended(1, 5, Outcome.COMPLETED);
      at(40);
      assertThat(steering.windows).hasSize(1);
      assertThat(steering.windows.getFirst().arrivedPerSecond()).isEqualTo(25);
      at(49);
      assertThat(steering.windows).hasSize(1);
      at(50);
      assertThat(steering.windows).hasSize(2);
      assertThat(curtail.threadsBusy()).isZero();
    }
  }

  @Test
  void aClockStepBackRestartsTheWindow() {
    nowNanos.set(1_000 * MS);
    try (Curtail curtail = boarded()) {
      at(500);
      at(509);
      assertThat(steering.windows).isEmpty();
      at(510);
      assertThat(steering.windows).hasSize(1);
      assertThat(curtail.threadsBusy()).isZero();
    }
  }

  @Test
  void requestsRunOnTheClassesOfTheChosenPolicy() throws Exception {
    var classes = new ArrayList<Integer>();
    try (Curtail curtail =
        Curtail.with(MACHINE, pilot.policy())
            .listener(pilot)
            .binding(speedClass -> Thread.currentThread().setName("class-" + speedClass))
            .start()) {
      pilot.attach(curtail);
      curtail.run(onClass(classes));
      at(10);
      curtail.run(onClass(classes));
      steering.answers.add(SpeedPolicy.allSlow());
      at(20);
      curtail.run(onClass(classes));
    }
    assertThat(classes).containsExactly(0, 1, 0);
    assertThat(steering.windows.stream().map(SpeedWindow::ended)).containsExactly(1, 1);
  }

  private static SharedWork<?, Integer> onClass(List<Integer> classes) {
    return SharedWork.of(
        1,
        chunk -> {
          String thread = Thread.currentThread().getName();
          classes.add(Integer.valueOf(thread.substring("class-".length())));
          return 1;
        },
        Integer::sum);
  }

  @Test
  void itsThreadSteersWhileRequestsRun() throws Exception {
    LeastEnergy least = LeastEnergy.of(Profile.of("test", new double[][] {{1}, {2}}), MACHINE, 99);
    // Any latency is far below this target, so requests may run ever more slowly.
    var controlled =
        new ControlledThresholds(
            new ThresholdController(10_000, 50, 0.5, 0.75, 1, 10_000, 1), least, MS);
    SpeedPolicy before = controlled.first();
    var live = new SpeedPilot(controlled);
    var served = new AtomicInteger();
    try (Curtail curtail = Curtail.with(MACHINE, live.policy()).listener(live).start();
        SpeedPilot steered = live.engage(curtail)) {
      while (steered.policy().equals(before)) {
        served.addAndGet(curtail.run(SharedWork.of(3, chunk -> 1, Integer::sum)));
      }
      assertThatThrownBy(() -> steered.engage(curtail))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("this pilot steers an engine already");
    }
    assertThat(served).hasPositiveValue();
    assertThat(controlled.deadlineMs()).isGreaterThan(1);
  }

  @Test
  void aSteeringThatFailsLeavesThePolicyInForce() throws Exception {
    var asked = new AtomicInteger();
    SpeedSteering broken =
        new SpeedSteering() {
          @Override
          public long periodNanos() {
            return 1;
          }

          @Override
          public SpeedPolicy first() {
            return SpeedPolicy.allSlow();
          }

          @Override
          public SpeedPolicy next(SpeedWindow window) {
            asked.incrementAndGet();
            throw new IllegalStateException("no idea");
          }
        };
    var live = new SpeedPilot(broken);
    try (Curtail curtail = Curtail.with(MACHINE, live.policy()).listener(live).start()) {
      live.engage(curtail);
      Eventually.is("the steering was asked", () -> asked.get() > 0);
      int ran = curtail.run(SharedWork.of(3, chunk -> 1, Integer::sum));
      assertThat(ran).isEqualTo(3);
      assertThat(live.policy()).isEqualTo(SpeedPolicy.allSlow());
    }
    assertThat(asked).hasValue(1);
  }

  @Test
  void anEngineWithoutClassesOfSpeedIsNotSteered() {
    try (Curtail curtail = Curtail.with(new Sequential()).start()) {
      assertThatThrownBy(() -> pilot.engage(curtail))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("this engine has no classes of speed");
    }
  }
}
