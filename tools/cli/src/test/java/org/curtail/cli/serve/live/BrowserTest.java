package org.curtail.cli.serve.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.curtail.cli.ranking.Ranking;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser. Skipped where Chromium is not installed. */
@Tag("long")
@Timeout(900)
class BrowserTest {
  private static final String SCRIPT = "<script>window.harmed = true</script>";

  // Chromium may still write to its profile when it has ended.
  @TempDir(cleanup = CleanupMode.NEVER)
  Path profile;

  @TempDir Path folder;

  private static List<String> queries() {
    var queries = new ArrayList<String>();
    for (char first = 'a'; first <= 'z'; first++) {
      queries.add("%cax %cbx".formatted(first, first));
      queries.add("%cax %s".formatted(first, SCRIPT));
    }
    return queries;
  }

  @Test
  void loadPolicyComparisonReloadAndForeignTextAllWork() throws Exception {
    Optional<Path> program = Chromium.program();
    assumeTrue(program.isPresent(), "Chromium is not installed");
    try (var server = PageServer.start(folder, 10_000, new Ranking.Trees(100), queries());
        var browser = Chromium.open(program.orElseThrow(), profile, server.url() + "/")) {
      server.page().begin(false);
      browser.await("!document.getElementById('load-toggle')?.disabled");
      browser.await("document.querySelector('input[value=\"tail-index\"]')?.disabled === false");

      // The load moves the numbers.
      browser.text("document.getElementById('load-toggle').click()");
      browser.await("document.getElementById('load-toggle').textContent === 'Stop the load'");
      browser.await("/[0-9]/.test(document.getElementById('p99').textContent)");
      String before = browser.text("document.getElementById('summary').textContent");
      browser.await("document.getElementById('summary').textContent !== " + quoted(before));

      // Another policy.
      browser.text("document.querySelector('input[value=\"tail-index\"]').click()");
      browser.await("document.querySelector('input[value=\"tail-index\"]').checked");
      browser.await("document.getElementById('explain').textContent.length > 30");
      assertThat(server.service().engine().setting().policy()).isEqualTo("tail-index");

      // Text of others is shown as text.
      browser.await("document.getElementById('slow').textContent.includes('<script>')");
      assertThat(browser.text("String(window.harmed)")).isEqualTo("undefined");
      assertThat(browser.text("String(document.querySelectorAll('#slow script').length)"))
          .isEqualTo("0");

      // One policy against another.
      browser.text("document.getElementById('load').value = 90");
      browser.text("document.getElementById('load').dispatchEvent(new Event('change'))");
      browser.await("document.getElementById('load-value').textContent === '90 %'");
      browser.text("document.getElementById('versus-go').click()");
      browser.await("document.getElementById('versus-turn').textContent.startsWith('Pair ')");
      browser.await("document.querySelectorAll('.ratio .span').length > 0");
      browser.await("document.getElementById('versus-verdict').textContent !== ''");
      assertThat(browser.text("document.getElementById('versus-verdict').textContent"))
          .containsAnyOf("lowers the", "raises the", "No difference is shown");

      // State survives a reload.
      String verdict = browser.text("document.getElementById('versus-verdict').textContent");
      browser.reload();
      browser.await(
          "document.getElementById('versus-verdict')?.textContent === " + quoted(verdict));
      assertThat(browser.text("document.getElementById('load').value")).isEqualTo("90");
      assertThat(
              browser.text("String(document.querySelector('input[value=\"tail-index\"]').checked)"))
          .isEqualTo("true");
      assertThat(browser.text("document.getElementById('load-toggle').textContent"))
          .isEqualTo("Stop the load");

      // The other view.
      browser.text("document.getElementById('tab-replicas').click()");
      browser.await("document.querySelectorAll('.replica').length === 3");
      browser.text("document.querySelectorAll('.replica button')[1].click()");
      browser.await("document.querySelectorAll('.replica')[1].classList.contains('paused')");
      browser.text("document.getElementById('hedge').click()");
      browser.await("document.getElementById('hedge').getAttribute('aria-pressed') === 'true'");

      assertThat(browser.complaints()).isEmpty();
    }
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
