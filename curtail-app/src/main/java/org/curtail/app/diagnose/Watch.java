package org.curtail.app.diagnose;

import java.util.List;
import java.util.Optional;
import org.curtail.diagnose.DiagnosisRecorder;
import org.curtail.diagnose.Observer;
import org.curtail.measurement.terminal.Console;
import org.curtail.signals.JvmPauses;
import org.curtail.signals.Pause;
import org.curtail.signals.Signals;

/** All that observes a block beside its own threads: pauses of the JVM, and the observer. */
final class Watch implements AutoCloseable {
  private final JvmPauses pauses;
  private final Optional<Observer> observer;

  /**
   * Begins to watch.
   *
   * @param perSecond how often the observer looks; 0 for no observer
   */
  Watch(Signals signals, double perSecond) {
    pauses = JvmPauses.start(signals);
    observer =
        perSecond > 0
            ? Optional.of(Observer.start(signals.tags(), perSecond, sample -> {}))
            : Optional.empty();
  }

  /** The block with the pauses of the process in its time, once all of them are known. */
  ServedBlock seen(ServedBlock block, Console console) throws InterruptedException {
    if (!pauses.awaitKnown()) {
      console.warn("the JVM did not tell all its pauses in time, so some may be missing");
    }
    List<Pause> during = pauses.between(block.beginNanos(), block.endNanos());
    during.forEach(DiagnosisRecorder::paused);
    return block.during(during);
  }

  /** What the observer did so far; empty without one. */
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
