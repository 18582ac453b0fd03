package org.curtail.linux.energy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/**
 * Settings that are changed for a while. What each held before is in the state file before any of
 * them is changed. A setting gets back what it held, unless somebody else has changed it since. For
 * one thread at a time.
 */
final class BorrowedSettings {
  private final SystemFiles files;
  private final StateFile state;
  private final List<Borrowed> rows;

  /**
   * Settings that a process left that was killed.
   *
   * @param rows as the state file has them
   */
  BorrowedSettings(SystemFiles files, StateFile state, List<Borrowed> rows) {
    this.files = files;
    this.state = state;
    this.rows = new ArrayList<>(rows);
  }

  /** Reads settings and writes the state file. */
  static Availability<BorrowedSettings> borrow(
      SystemFiles files, StateFile state, String bootId, List<FrequencyDomain> domains) {
    var rows = new ArrayList<Borrowed>();
    for (FrequencyDomain domain : domains) {
      for (Setting setting : settings(domain)) {
        String path = setting.path(domain.number());
        switch (files.read(path)) {
          case Available<String>(String before) when StateText.fits(before) ->
              rows.add(new Borrowed(domain.number(), setting, before, Borrowed.UNTOUCHED));
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
    return new Available<>(new BorrowedSettings(files, state, rows));
  }

  private static List<Setting> settings(FrequencyDomain domain) {
    var settings = new ArrayList<Setting>();
    switch (domain.way()) {
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

  /** What a setting was left at, or held before; nothing if it was not borrowed. */
  String value(int domain, Setting setting) {
    int row = row(domain, setting);
    return row < 0
        ? ""
        : rows.get(row).left().equals(Borrowed.UNTOUCHED)
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
   * Changes a setting. One that was not borrowed is written, too, and is not given back.
   *
   * @return what its file holds then, which may be another value where the kernel rounds
   */
  Availability<String> change(int domain, Setting setting, String value) {
    int row = row(domain, setting);
    if (row < 0) {
      return write(setting.path(domain), value);
    }
    String leftBefore = rows.get(row).left();
    try {
      state.left(row, Borrowed.CHANGING);
      rows.set(row, rows.get(row).with(Borrowed.CHANGING));
      Availability<String> written = files.write(setting.path(domain), value);
      Availability<String> after = written.then(done -> files.read(setting.path(domain)));
      // The kernel that refuses a value keeps the one it has.
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

  /** A limit may have been rounded up; any other value is somebody else's already. */
  private static String left(Setting setting, String value, Availability<String> after) {
    return switch (after) {
      case Available<String>(String now)
          when setting.isLimit() && !setting.isStill(value, now) && StateText.fits(now) ->
          now;
      case Available<String> ours -> value;
      case Unavailable<String> unknown -> Borrowed.CHANGING;
    };
  }

  private Availability<String> write(String path, String value) {
    return files.write(path, value).then(written -> files.read(path));
  }

  /** Gives all of them back that can be; after a failure it may be tried again. */
  GivenBack giveBack() {
    var restored = new ArrayList<String>();
    var others = new ArrayList<String>();
    var failed = new ArrayList<String>();
    // In any order: the clock that was set last lies between the limits that were there before.
    List<Borrowed> changed =
        rows.stream().filter(row -> !row.left().equals(Borrowed.UNTOUCHED)).toList();
    for (Borrowed row : changed) {
      switch (files.read(row.path())) {
        case Unavailable<String>(String reason) -> failed.add(reason);
        // A limit may only read as it was because the processor throttles.
        case Available<String>(String now)
            when now.equals(row.before()) && !row.setting().isLimit() -> {}
        case Available<String>(String now) when isOthers(row, now) -> others.add(stays(row, now));
        case Available<String> own -> restore(row, restored, others, failed);
      }
    }
    return new GivenBack(restored, others, failed);
  }

  /** Nobody here writes what does not fit: a clock is unsupported if the governor was changed. */
  private static boolean isOthers(Borrowed row, String now) {
    boolean isKnown = !row.left().equals(Borrowed.CHANGING) && !now.equals(row.before());
    return !StateText.fits(now) || (isKnown && !row.setting().isStill(row.left(), now));
  }

  private static String stays(Borrowed row, String now) {
    return "%s is %s: somebody else has changed it since, and it stays so"
        .formatted(row.path(), now);
  }

  private void restore(
      Borrowed row, List<String> restored, List<String> others, List<String> failed) {
    switch (write(row.path(), row.before())) {
      case Available<String>(String now) when row.setting().isStill(row.before(), now) ->
          restored.add(isAgain(row));
      case Available<String>(String now) ->
          judge(
              row,
              "%s should be %s again and is %s".formatted(row.path(), row.before(), now),
              restored,
              others,
              failed);
      case Unavailable<String>(String reason) -> judge(row, reason, restored, others, failed);
    }
  }

  /** It may have worked nevertheless, or somebody else has changed it at this very moment. */
  private void judge(
      Borrowed row,
      String problem,
      List<String> restored,
      List<String> others,
      List<String> failed) {
    switch (files.read(row.path())) {
      case Available<String>(String now) when now.equals(row.before()) ->
          restored.add(isAgain(row));
      case Available<String>(String now) when isOthers(row, now) -> others.add(stays(row, now));
      case Available<String> still -> failed.add(problem);
      case Unavailable<String> unknown -> failed.add(problem);
    }
  }

  private static String isAgain(Borrowed row) {
    return "%s is %s again".formatted(row.path(), row.before());
  }
}
