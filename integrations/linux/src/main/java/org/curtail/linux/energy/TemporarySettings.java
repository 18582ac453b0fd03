package org.curtail.linux.energy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/**
 * Temporarily changed settings. The state file has each former value before any setting is changed.
 * Restoring sets the former value, but not if another program has changed the setting since. For
 * one thread at a time.
 */
final class TemporarySettings {
  private final SystemFiles files;
  private final StateFile state;
  private final List<TemporarySetting> rows;

  /**
   * Creates the settings of a killed process.
   *
   * @param rows rows of the state file
   */
  TemporarySettings(SystemFiles files, StateFile state, List<TemporarySetting> rows) {
    this.files = files;
    this.state = state;
    this.rows = new ArrayList<>(rows);
  }

  /** Reads settings and writes the state file. */
  static Availability<TemporarySettings> borrow(
      SystemFiles files, StateFile state, String bootId, List<FrequencyDomain> domains) {
    var rows = new ArrayList<TemporarySetting>();
    for (FrequencyDomain domain : domains) {
      for (Setting setting : settings(domain)) {
        String path = setting.path(domain.number());
        switch (files.read(path)) {
          case Available<String>(String before) when StateText.fits(before) ->
              rows.add(
                  new TemporarySetting(
                      domain.number(), setting, before, TemporarySetting.UNTOUCHED));
          case Available<String>(String before) -> {
            return new Unavailable<>(
                "%s: expected a name or a number, found \"%s\"".formatted(path, before));
          }
          case Unavailable<String>(String reason) -> {
            return new Unavailable<>(reason);
          }
        }
      }
    }
    try {
      state.begin(new StateText(bootId, ProcessHandle.current().pid(), rows));
    } catch (IOException e) {
      return new Unavailable<>(
          "%s: the state cannot be kept: %s".formatted(state.file(), e.getMessage()));
    }
    return new Available<>(new TemporarySettings(files, state, rows));
  }

  private static List<Setting> settings(FrequencyDomain domain) {
    var settings = new ArrayList<Setting>();
    switch (domain.method()) {
      case SETSPEED -> {
        settings.add(Setting.GOVERNOR);
        if (domain.governor().equals(DomainFiles.USERSPACE)) {
          settings.add(Setting.SETSPEED);
        }
      }
      case LIMITS -> {
        settings.add(Setting.LEAST);
        settings.add(Setting.MOST);
      }
    }
    if (!domain.preferences().isEmpty()) {
      settings.add(Setting.PREFERENCE);
    }
    return settings;
  }

  /**
   * Returns the value last written to a setting, or its former value; "" for an unknown setting.
   */
  String value(int domain, Setting setting) {
    int row = row(domain, setting);
    return row < 0
        ? ""
        : rows.get(row).left().equals(TemporarySetting.UNTOUCHED)
            ? rows.get(row).before()
            : rows.get(row).left();
  }

  private int row(int domain, Setting setting) {
    for (int row = 0; row < rows.size(); row++) {
      if (rows.get(row).domain() == domain && rows.get(row).setting() == setting) {
        return row;
      }
    }
    return -1;
  }

  /**
   * Changes a setting. An unknown setting is written too, but not restored.
   *
   * @return the file's value afterwards; the kernel may round it
   */
  Availability<String> change(int domain, Setting setting, String value) {
    int row = row(domain, setting);
    if (row < 0) {
      return write(setting.path(domain), value);
    }
    String leftBefore = rows.get(row).left();
    try {
      state.left(row, TemporarySetting.CHANGING);
      rows.set(row, rows.get(row).with(TemporarySetting.CHANGING));
      Availability<String> written = files.write(setting.path(domain), value);
      Availability<String> after = written.then(done -> files.read(setting.path(domain)));
      // A kernel that refuses a value keeps the old one.
      String left =
          written instanceof Unavailable<String> ? leftBefore : left(setting, value, after);
      rows.set(row, rows.get(row).with(left));
      state.left(row, left);
      return after;
    } catch (IOException e) {
      return new Unavailable<>(
          "%s: the state cannot be kept: %s".formatted(state.file(), e.getMessage()));
    }
  }

  /**
   * Returns the value to expect in the file. A limit may be rounded up; any other value comes from
   * another program.
   */
  private static String left(Setting setting, String value, Availability<String> after) {
    return switch (after) {
      case Available<String>(String now)
          when setting.isLimit() && !setting.isUnchanged(value, now) && StateText.fits(now) ->
          now;
      case Available<String> ours -> value;
      case Unavailable<String> unknown -> TemporarySetting.CHANGING;
    };
  }

  private Availability<String> write(String path, String value) {
    return files.write(path, value).then(written -> files.read(path));
  }

  /** Restores all settings where possible. After a failure a retry is possible. */
  RestoreResult restore() {
    var restored = new ArrayList<String>();
    var others = new ArrayList<String>();
    var failed = new ArrayList<String>();
    // Any order works: the clock set last lies between the former limits.
    List<TemporarySetting> changed =
        rows.stream().filter(row -> !row.left().equals(TemporarySetting.UNTOUCHED)).toList();
    for (TemporarySetting row : changed) {
      switch (files.read(row.path())) {
        case Unavailable<String>(String reason) -> failed.add(reason);
        // A throttled processor can make a limit read like its former value.
        case Available<String>(String now)
            when now.equals(row.before()) && !row.setting().isLimit() -> {}
        case Available<String>(String now) when isChangedByOther(row, now) ->
            others.add(keptText(row, now));
        case Available<String> own -> restore(row, restored, others, failed);
      }
    }
    return new RestoreResult(restored, others, failed);
  }

  /**
   * True if another program wrote the value. This class writes only values that fit. A setspeed
   * file reads "unsupported" after a change of the governor.
   */
  private static boolean isChangedByOther(TemporarySetting row, String now) {
    boolean isKnown = !row.left().equals(TemporarySetting.CHANGING) && !now.equals(row.before());
    return !StateText.fits(now) || (isKnown && !row.setting().isUnchanged(row.left(), now));
  }

  private static String keptText(TemporarySetting row, String now) {
    return "%s is %s: another program has changed it since, and it stays so"
        .formatted(row.path(), now);
  }

  private void restore(
      TemporarySetting row, List<String> restored, List<String> others, List<String> failed) {
    switch (write(row.path(), row.before())) {
      case Available<String>(String now) when row.setting().isUnchanged(row.before(), now) ->
          restored.add(restoredText(row));
      case Available<String>(String now) ->
          recordAfterFailure(
              row,
              "%s should be %s again and is %s".formatted(row.path(), row.before(), now),
              restored,
              others,
              failed);
      case Unavailable<String>(String reason) ->
          recordAfterFailure(row, reason, restored, others, failed);
    }
  }

  /**
   * Decides after a failed restore. The restore may have worked nevertheless, or another program
   * has changed the file just now.
   */
  private void recordAfterFailure(
      TemporarySetting row,
      String problem,
      List<String> restored,
      List<String> others,
      List<String> failed) {
    switch (files.read(row.path())) {
      case Available<String>(String now) when now.equals(row.before()) ->
          restored.add(restoredText(row));
      case Available<String>(String now) when isChangedByOther(row, now) ->
          others.add(keptText(row, now));
      case Available<String> still -> failed.add(problem);
      case Unavailable<String> unknown -> failed.add(problem);
    }
  }

  private static String restoredText(TemporarySetting row) {
    return "%s is %s again".formatted(row.path(), row.before());
  }
}
