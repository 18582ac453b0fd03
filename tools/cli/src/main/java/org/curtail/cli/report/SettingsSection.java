package org.curtail.cli.report;

import java.util.List;
import java.util.Map;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Markup;

/** What was measured, and the command that measures it again. */
final class SettingsSection {
  private SettingsSection() {}

  static void write(Markup markup, Chapter chapter) {
    Results results = chapter.results();
    chapter.startSection(markup, "settings", "Run it again");
    markup.start("pre", "tabindex", "0");
    markup.element("code", results.command());
    markup.end();
    markup.start("dl", "class", "facts-list");
    Facts.write(markup, "Seed", String.valueOf(results.seed()));
    if (results.cores() > 0) {
      Facts.write(markup, "Cores", String.valueOf(results.cores()));
    }
    results.settings().forEach((name, value) -> Facts.write(markup, name, value(value)));
    markup.end();
    markup.end();
  }

  private static String value(Object value) {
    return switch (value) {
      case List<?> list -> String.join(", ", list.stream().map(item -> value(item)).toList());
      case Map<?, ?> map ->
          String.join(
              ", ",
              map.entrySet().stream().map(e -> e.getKey() + " " + value(e.getValue())).toList());
      case Double number -> Numbers.plain(number);
      default -> value.toString();
    };
  }
}
