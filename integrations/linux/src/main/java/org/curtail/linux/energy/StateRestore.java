package org.curtail.linux.energy;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/** Restores changed settings, of this process or of a killed one. */
final class StateRestore {
  private static final String BOOT_ID = "/proc/sys/kernel/random/boot_id";

  private StateRestore() {}

  /** Random id of this boot, from the kernel. */
  static Availability<String> bootId(SystemFiles files) {
    return files
        .read(BOOT_ID)
        .then(id ->
            id.matches("[0-9a-f-]{1,64}")
                ? new Available<>(id)
                : new Unavailable<>(
                    "%s: expected hexadecimal digits, found \"%s\"".formatted(BOOT_ID, id)));
  }

  /**
   * Restores what a killed process changed.
   *
   * @return a sentence for each restored file; unavailable if one could not be restored
   */
  static Availability<List<String>> restore(
      SystemFiles files, StateFile state, String bootId, Consumer<String> warnings) {
    return state.leftover().then(left -> restore(files, state, left, bootId, warnings));
  }

  private static Availability<List<String>> restore(
      SystemFiles files,
      StateFile state,
      Optional<StateText> left,
      String bootId,
      Consumer<String> warnings) {
    // A restart has reset the clocks.
    if (left.isEmpty() || !left.get().bootId().equals(bootId)) {
      return new Available<>(List.of());
    }
    RestoreResult given = new TemporarySettings(files, state, left.get().rows()).restore();
    if (!given.failed().isEmpty()) {
      return new Unavailable<>(
          "process %d was killed while it had the clocks, and they cannot be restored: %s; %s has their former values"
              .formatted(left.get().processId(), String.join("; ", given.failed()), state.file()));
    }
    finish(given, state, warnings);
    return new Available<>(given.restored());
  }

  /** Empties the state file if all is restored, and warns otherwise. */
  static void finish(RestoreResult given, StateFile state, Consumer<String> warnings) {
    given.others().forEach(warnings);
    given.failed().forEach(warnings);
    if (given.failed().isEmpty()) {
      try {
        state.clear();
      } catch (IOException e) {
        warnings.accept("%s cannot be emptied: %s".formatted(state.file(), e.getMessage()));
      }
    } else {
      warnings.accept(
          "%s has the former clocks; the next process that takes them tries again"
              .formatted(state.file()));
    }
  }
}
