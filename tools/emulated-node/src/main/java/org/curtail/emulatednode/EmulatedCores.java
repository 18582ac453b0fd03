package org.curtail.emulatednode;

import org.apache.lucene.util.ThreadInterruptedException;
import org.curtail.benchkit.emulate.VirtualCores;
import org.curtail.emulatednode.cpu.EmulatedCpuTime;

/** The cores of the node, which all its threads share. Thread-safe. */
final class EmulatedCores {
  private final ThreadLocal<VirtualCores.Place> places;

  EmulatedCores(VirtualCores cores) {
    places = ThreadLocal.withInitial(cores::place);
  }

  /** Occupies a core for a time of computing, which lasts longer if cores are scarce. */
  void compute(long nanos) {
    VirtualCores.Place place = places.get();
    place.begin((double) nanos);
    try {
      place.await();
    } catch (InterruptedException e) {
      throw new ThreadInterruptedException(e);
    }
    EmulatedCpuTime.add(nanos);
  }
}
