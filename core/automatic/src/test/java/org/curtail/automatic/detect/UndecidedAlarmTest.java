package org.curtail.automatic.detect;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.automatic.detect.ChangeDetector.UndecidedAlarm;
import org.junit.jupiter.api.Test;

class UndecidedAlarmTest {
  private final UndecidedAlarm alarm = new UndecidedAlarm(3);

  @Test
  void isTooOldAfterMoreValuesThanAllowed() {
    assertThat(valuesUntilTooOld()).isEqualTo(4);
  }

  /** The values of an earlier alarm do not shorten the next. */
  @Test
  void oneThatWasWithdrawnIsForgotten() {
    alarm.isTooOld(true);
    alarm.isTooOld(true);
    assertThat(alarm.isTooOld(false)).isFalse();
    assertThat(valuesUntilTooOld()).isEqualTo(4);
  }

  private int valuesUntilTooOld() {
    int values = 1;
    while (!alarm.isTooOld(true)) {
      values++;
    }
    return values;
  }
}
