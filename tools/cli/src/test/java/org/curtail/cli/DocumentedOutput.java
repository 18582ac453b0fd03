package org.curtail.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the guides say that commands print.
 *
 * @param folder in which the commands have their files
 */
public record DocumentedOutput(Path folder) {
  /** The repository. */
  public static final Path ROOT = DocumentedCommands.root();

  /** Runs a command with its files in the folder. */
  Terminal run(List<String> words) {
    var own = new ArrayList<Object>();
    for (String word : words) {
      boolean isFile = word.matches(".*\\.(json|svg|html|log|txt)");
      boolean isInRepository = word.startsWith("docs/") && word.endsWith(".json");
      own.add(isInRepository ? ROOT.resolve(word) : isFile ? (Object) folder.resolve(word) : word);
    }
    Terminal terminal = Terminal.curtail(own.toArray());
    assertDone(terminal);
    return terminal;
  }

  /** The lines behind a command with a dollar sign are printed by it, in this order. */
  public void isPrinted(Path guide, String command) throws IOException {
    String text = Files.readString(guide);
    Matcher block =
        Pattern.compile("(?m)^    \\$ \\./curtail (" + command + ".*)\\R((?:    .*\\R|\\s*\\R)+)")
            .matcher(text);
    assertThat(block.find()).as("%s in %s", command, guide).isTrue();
    List<String> printed = lines(run(List.of(block.group(1).split("\\s+", -1))).out());
    int at = 0;
    for (String line : lines(block.group(2))) {
      int found = printed.subList(at, printed.size()).indexOf(line);
      assertThat(found).as("%s in%n%s", line, String.join("\n", printed)).isNotNegative();
      at += found + 1;
    }
    assertThat(at).isGreaterThan(5);
  }

  /** Without the white space that aligns columns, which depends on the lines that are left out. */
  private static List<String> lines(String text) {
    return text.lines()
        .map(line -> line.strip().replaceAll("\\s+", " "))
        .filter(line -> !line.isEmpty())
        .toList();
  }
}
