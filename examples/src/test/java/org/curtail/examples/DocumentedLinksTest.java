package org.curtail.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Targets of links in the documentation exist: files, folders and headings. */
class DocumentedLinksTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```$|`[^`\n]*`|^    .*?$");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

  private static String withoutCode(Path file) throws IOException {
    return CODE.matcher(Files.readString(file)).replaceAll("");
  }

  /** Anchors of headings in GitHub's format. */
  private static List<String> anchors(Path file) throws IOException {
    String text =
        Pattern.compile("(?ms)^```.*?^```$").matcher(Files.readString(file)).replaceAll("");
    return HEADING
        .matcher(text)
        .results()
        .map(found -> found.group(1).strip().toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
        .toList();
  }

  @Test
  void everyLinkLeadsToAFileAndAHeadingOfIt() throws IOException {
    int checked = 0;
    for (Path file : Documentation.files()) {
      for (MatchResult link : LINK.matcher(withoutCode(file)).results().toList()) {
        String target = link.group(1);
        if (target.startsWith("https://")) {
          continue;
        }
        String[] parts = target.split("#", 2);
        Path found = parts[0].isEmpty() ? file : file.resolveSibling(parts[0]).normalize();
        assertThat(found).as("%s: %s", file, target).exists();
        if (parts.length == 2) {
          assertThat(anchors(found)).as("%s: %s", file, target).contains(parts[1]);
        }
        checked++;
      }
    }
    assertThat(checked).isGreaterThan(20);
  }

  @Test
  void everyGuideAndEveryNoteIsOnTheMapOfItsFolder() throws IOException {
    for (String folder : List.of("docs", "research/notes")) {
      Path pages = Documentation.ROOT.resolve(folder);
      String map = Files.readString(pages.resolve("README.md"));
      for (Path file : Documentation.files()) {
        if (file.startsWith(pages) && !file.endsWith("README.md")) {
          assertThat(map).contains("(" + file.getFileName() + ")");
        }
      }
    }
  }
}
