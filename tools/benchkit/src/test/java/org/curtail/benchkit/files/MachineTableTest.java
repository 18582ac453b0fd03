package org.curtail.benchkit.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineTableTest {
  private static final String HEADER = "class,count,speed,busyWatts,idleWatts";

  @Test
  void linesBecomeAMachine() {
    SpeedMachine machine =
        MachineTable.read(
            List.of("# ours", HEADER, "", "big, 2, 1, 1.5, 0.25", "little,4,.5,2e-1,0"));
    assertThat(machine)
        .isEqualTo(
            SpeedMachine.ofCores(
                new SpeedClass("big", 2, 1, 1.5, 0.25), new SpeedClass("little", 4, 0.5, 0.2, 0)));
  }

  @Test
  void columnsStandInAnyOrderAndClocksAreSaidInTheFirstLine() {
    SpeedMachine machine =
        MachineTable.read(
            List.of("busyWatts,idleWatts,clock,speed,count", "1,0,low,0.5,8", "4,0,high,1,8"));
    assertThat(machine.kind()).isEqualTo(SpeedMachine.Kind.CLOCKS);
    assertThat(machine.cores()).isEqualTo(8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "big,2,0,1,0|line 2: big: speed must lie between 0.001 and 1, the fastest: 0.0",
        "big,2,fast,1,0|line 2: speed: expected a number, found 'fast'",
        "big,2,,1,0|line 2: speed: expected a number, found nothing",
        "big,2,0x1p0,1,0|line 2: speed: expected a number, found '0x1p0'",
        "big,2.5,1,1,0|line 2: count: expected a whole number from 1 to 10000, found 2.5",
        "big,0,1,1,0|line 2: count: expected a whole number from 1 to 10000, found 0",
        "big,2,1,1|line 2: expected 5 values, found 4: 'big,2,1,1'",
        "big,2,1,1,0,9|line 2: expected 5 values, found 6: 'big,2,1,1,0,9'",
        ",2,1,1,0|line 2: the name of a speed class must not be blank",
        "big,2,1,1e999,0|line 2: big: busyWatts must be more than 0 and at most 1000000.0: Infinity",
        "big,2,1,1,3|line 2: big: idleWatts must lie between 0 and the busyWatts 1.0: 3.0"
      })
  void aLineThatIsWrongIsNamed(String line, String complaint) {
    assertThatThrownBy(() -> MachineTable.read(List.of(HEADER, line)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(complaint);
  }

  @Test
  void aTableWithoutWhatItNeedsIsRefused() {
    assertThatThrownBy(() -> MachineTable.read(List.of()))
        .hasMessage("expected the columns class,count,speed,busyWatts,idleWatts, found nothing");
    assertThatThrownBy(() -> MachineTable.read(List.of("# nothing", HEADER)))
        .hasMessage("expected at least one class below the names of the columns, found none");
    assertThatThrownBy(() -> MachineTable.read(List.of("class,count,speed,busyWatts")))
        .hasMessage(
            "line 1: expected a column 'idleWatts', found none: 'class,count,speed,busyWatts'");
    assertThatThrownBy(() -> MachineTable.read(List.of("count,speed,busyWatts,idleWatts")))
        .hasMessageStartingWith(
            "line 1: expected a column 'class' or a column 'clock', found none");
    assertThatThrownBy(() -> MachineTable.read(List.of("class,clock,speed")))
        .hasMessageContaining("found both");
    assertThatThrownBy(() -> MachineTable.read(List.of(HEADER + ",price")))
        .hasMessageStartingWith("line 1: expected 5 columns, found 6");
    assertThatThrownBy(() -> MachineTable.read(List.of(HEADER, "a,1,1,1,0", "a,1,0.5,1,0")))
        .hasMessage("line 3: a: expected a name of its own, found that of line 2");
    assertThatThrownBy(() -> MachineTable.read(List.of(HEADER, "a,1,0.5,2,0", "b,1,1,1,0")))
        .hasMessageContaining("power must not fall with speed");
  }
}
