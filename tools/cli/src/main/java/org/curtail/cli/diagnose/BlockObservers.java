package org.curtail.cli.diagnose;

import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.terminal.Console;
import org.curtail.cli.diagnose.observer.Observer;
import org.curtail.diagnose.DiagnosisRecorder;
import org.curtail.diagnose.pause.JvmPauses;
import org.curtail.diagnose.pause.Pause;
import org.curtail.signals.Signals;

/** Observers of a block outside its own threads: of pauses of the JVM, and of other threads. */
final class BlockObservers implements AutoCloseable {
  private final JvmPauses pauses;
  private final Optional<Observer> observer;

  /**
   * Starts to observe.
   *
   * @param perSecond looks of the observer per second; 0 for no observer
   */
  BlockObservers(Signals signals, double perSecond) {
    boolean rarely = perSecond < Observer.USUAL_PER_SECOND;
    // An observer with a high rate also notices stops, so no other thread needs to wake up for
    // that.
    pauses = rarely ? JvmPauses.start(signals) : JvmPauses.startWithoutHeartbeat(signals);
    Observer.Sink nobody = sample -> {};
    if (perSecond == 0) {
      observer = Optional.empty();
    } else if (rarely) {
      observer = Optional.of(Observer.start(signals.tags(), perSecond, nobody));
    } else {
      observer = Optional.of(Observer.start(signals.tags(), perSecond, nobody, pauses));
    }
  }

  /**
   * Waits until the Flight Recorder has started, because it has also started in a service that runs
   * for some time.
   */
  void awaitStarted(Console console) throws InterruptedException {
    if (!pauses.awaitKnown()) {
      console.warn(
          "the Flight Recorder started slowly, so the measured cost of observing may be too high");
    }
  }

  /** Returns the block with the pauses of the process in its time. */
  ServedBlock seen(ServedBlock block, Console console) throws InterruptedException {
    if (!pauses.awaitKnown()) {
      console.warn("the JVM did not report all its pauses in time, so some may be missing");
    }
    List<Pause> during = pauses.between(block.beginNanos(), block.endNanos());
    during.forEach(DiagnosisRecorder::paused);
    return block.during(during);
  }

  /** The observer's report so far; empty without one. */
  Optional<Observer.Report> report() {
    return observer.map(Observer::report);
  }

  JvmPauses pauses() {
    return pauses;
  }

  @Override
  public void close() {
    observer.ifPresent(Observer::close);
    pauses.close();
  }
}
