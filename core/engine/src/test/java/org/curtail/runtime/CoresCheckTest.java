package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.curtail.IntervalTable;
import org.curtail.Policy;
import org.curtail.policy.Boosted;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CoresCheckTest {
  private static final int MACHINE = Runtime.getRuntime().availableProcessors();

  private static final Logger LOG = Logger.getLogger("org.curtail");

  private final List<String> said = new ArrayList<>();

  private final Handler ear =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          said.add(entry.getLevel() + " " + entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    LOG.setUseParentHandlers(false);
    LOG.addHandler(ear);
  }

  @AfterEach
  void listenNoMore() {
    LOG.removeHandler(ear);
    LOG.setUseParentHandlers(true);
  }

  private static Policy plannedFor(int cores) {
    return new FewToMany(
        new IntervalTable(
            cores,
            2,
            2,
            99,
            5,
            List.of(1, 2),
            List.of(new IntervalTable.Row(1, List.of(0.0, 20.0), 0, 0, 1)),
            4));
  }

  private static void start(Setup setup) throws Exception {
    try (Curtail curtail = setup.start()) {
      assertThat(curtail.run(SharedWork.of(3, chunk -> chunk, Integer::sum))).isEqualTo(3);
    }
  }

  @Test
  void nothingIsSaidWhereEverythingFitsOrNothingIsKnown() throws Exception {
    start(Curtail.with(plannedFor(MACHINE)));
    start(Curtail.with(plannedFor(1)).cores(1));
    start(Curtail.with(new Sequential()).cores(1));
    start(Curtail.with(new FixedDegree(3)));
    assertThat(said).isEmpty();
  }

  @Test
  void aTableForMoreCoresIsToldOfOnceAStart() throws Exception {
    int planned = MACHINE + 14;
    String warning =
        "WARNING engine shop serves with %d cores, but its policy was planned for %d. Plan a table for this machine: curtail plan --cores %d."
            .formatted(MACHINE, planned, MACHINE);
    start(Curtail.with(plannedFor(planned)).name("shop"));
    assertThat(said).containsExactly(warning);
    start(Curtail.with(new Boosted(plannedFor(planned))).name("shop"));
    assertThat(said).containsExactly(warning, warning);
  }

  @Test
  void aPolicyForOtherCoresThatComesLaterIsToldOfOnce() throws Exception {
    int planned = MACHINE + 14;
    try (Curtail curtail = Curtail.with(new Sequential()).threads(4).name("shop").start()) {
      curtail.policy(plannedFor(MACHINE));
      assertThat(said).isEmpty();
      for (int i = 0; i < 3; i++) {
        curtail.policy(plannedFor(planned));
        curtail.policy(new Sequential());
      }
    }
    assertThat(said)
        .containsExactly(
            "WARNING engine shop serves with %d cores, but its policy was planned for %d. Plan a table for this machine: curtail plan --cores %d."
                .formatted(MACHINE, planned, MACHINE));
  }

  @Test
  void moreCoresThanAreThereAreToldOfAtTheStartAndNotWithEachPolicy() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).cores(MACHINE + 1).start()) {
      said.clear();
      curtail.policy(plannedFor(MACHINE));
      assertThat(said).isEmpty();
    }
  }

  @Test
  void moreCoresThanTheMachineHasAreToldOfOnceAStart() throws Exception {
    start(Curtail.with(new FixedDegree(2)).cores(MACHINE + 1));
    assertThat(said)
        .containsExactly(
            "WARNING engine curtail is set up for %d cores, but this machine has %d: requests get threads for which there is no core. Leave out Setup.cores, or set at most %d."
                .formatted(MACHINE + 1, MACHINE, MACHINE));
  }

  @Test
  void aTableForCoresThatAreSetUpButNotThereDoesNotFit() {
    assertThat(Curtail.CoresCheck.warnings("curtail", OptionalInt.of(16), 16, 2))
        .containsExactly(
            "engine curtail is set up for 16 cores, but this machine has 2: requests get threads for which there is no core. Leave out Setup.cores, or set at most 2.",
            "engine curtail serves with 2 cores, but its policy was planned for 16. Plan a table for this machine: curtail plan --cores 2.");
    assertThat(Curtail.CoresCheck.warnings("curtail", OptionalInt.of(2), 16, 2)).hasSize(1);
  }

  @Test
  void aTableForFewerCoresMayBeMeant() {
    assertThat(Curtail.CoresCheck.warnings("curtail", OptionalInt.of(12), 16, 16))
        .containsExactly(
            "engine curtail serves with 16 cores, but its policy was planned for 12. Plan a table for this machine: curtail plan --cores 16; or, if the service is to use only 12, say Setup.cores(12).");
    assertThat(Curtail.CoresCheck.warnings("curtail", OptionalInt.of(12), 12, 16)).isEmpty();
    assertThat(Curtail.CoresCheck.warnings("curtail", OptionalInt.of(2), 1, 1))
        .containsExactly(
            "engine curtail serves with 1 core, but its policy was planned for 2. Plan a table for this machine: curtail plan --cores 1.");
  }

  @Test
  void aLogThatFailsDoesNotPreventAStart() throws Exception {
    LOG.removeHandler(ear);
    var broken =
        new Handler() {
          @Override
          public void publish(LogRecord entry) {
            throw new IllegalStateException("log, expected in this test");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    broken.setLevel(Level.ALL);
    LOG.addHandler(broken);
    try {
      start(Curtail.with(plannedFor(MACHINE + 1)));
    } finally {
      LOG.removeHandler(broken);
    }
  }
}
