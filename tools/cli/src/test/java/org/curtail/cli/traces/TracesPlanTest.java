package org.curtail.cli.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.assertUsageError;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import javax.xml.parsers.DocumentBuilderFactory;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** A shop that asks a catalog, which is slow for one call in 25, then writes to a cart. */
@Timeout(300)
class TracesPlanTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int REQUESTS = 3_000;
  private static final int SLOW_US = 200_000;
  private static final int CART_US = 2_000;

  @TempDir private Path folder;
  private Path jaeger = Path.of("");

  @BeforeEach
  void writeTraces() throws IOException {
    jaeger = folder.resolve("jaeger.json");
    ObjectNode json = JSON.createObjectNode();
    ArrayNode data = json.putArray("data");
    var random = new SplittableRandom(3);
    for (int i = 0; i < REQUESTS; i++) {
      int catalog = 3_000 + random.nextInt(1_000) + (random.nextInt(25) == 0 ? SLOW_US : 0);
      long start = 1_661_140_000_000_000L + i * 20_000L;
      ObjectNode trace = data.addObject().put("traceID", "%032x".formatted(i + 1));
      ObjectNode processes = trace.putObject("processes");
      for (String service : new String[] {"front", "catalog", "cart"}) {
        processes.putObject(service).put("serviceName", service);
      }
      ArrayNode spans = trace.putArray("spans");
      add(spans, i, 1, 0, "front", "GET /page", start, catalog + CART_US + 1_000);
      add(spans, i, 2, 1, "front", "shop.Catalog/Get", start, catalog);
      add(spans, i, 3, 2, "catalog", "shop.Catalog/Get", start, catalog);
      add(spans, i, 4, 1, "front", "shop.Cart/AddItem", start + catalog, CART_US);
      add(spans, i, 5, 4, "cart", "shop.Cart/AddItem", start + catalog, CART_US);
    }
    JSON.writeValue(jaeger.toFile(), json);
  }

  private static void add(
      ArrayNode spans,
      int trace,
      int span,
      int parent,
      String service,
      String operation,
      long start,
      int duration) {
    String id = "%032x".formatted(trace + 1);
    ObjectNode json =
        spans
            .addObject()
            .put("traceID", id)
            .put("spanID", "%016x".formatted(span))
            .put("operationName", operation)
            .put("startTime", start)
            .put("duration", duration)
            .put("processID", service);
    ArrayNode references = json.putArray("references");
    if (parent > 0) {
      references
          .addObject()
          .put("refType", "CHILD_OF")
          .put("traceID", id)
          .put("spanID", "%016x".formatted(parent));
    }
  }

  @Test
  void twoCommandsLeadFromTracesToAServiceConfigWithAPredictedGain() throws IOException {
    Path plan = folder.resolve("plan.json");
    Terminal planned =
        assertDone(curtail("traces", "plan", jaeger, "--budget", "0.05", "--out", plan));
    assertThat(planned.out())
        .contains(
            " 1. Send front to catalog shop.Catalog/Get again after ",
            "The call sent again together: p99 falls from 20",
            "front to cart shop.Cart/AddItem: may write");
    assertThat(planned.err()).contains("Next: ./curtail export " + plan + " --to grpc");
    Path config = folder.resolve("config.json");
    Terminal exported = assertDone(curtail("export", plan, "--to", "grpc", "--out", config));
    assertThat(exported.err()).contains("Expected: p99 of whole requests ", "instead of 20");
    JsonNode method = JSON.readTree(config.toFile()).path("methodConfig");
    assertThat(method).hasSize(1);
    assertThat(method.path(0).path("name").toString())
        .isEqualTo("[{\"service\":\"shop.Catalog\",\"method\":\"Get\"}]");
    String delay = method.path(0).path("hedgingPolicy").path("hedgingDelay").asText();
    assertThat(Double.parseDouble(delay.replace("s", ""))).isBetween(0.0035, 0.0041);
  }

  @Test
  void theGainIsThatOfASecondAttemptAndProgramsSeeItAll() throws IOException {
    JsonNode json =
        JSON.readTree(
            assertDone(curtail("traces", "plan", jaeger, "--budget", "0.05", "--json")).out());
    JsonNode hedges = json.path("hedges");
    double p99 = hedges.path("p99").path("ms").asDouble();
    double gain = hedges.path("p99").path("gainMs").asDouble();
    // One in 25 is slow; of these, one in 25 twice: the 99th percentile is a fast copy.
    assertThat(p99).isBetween(206.0, 207.5);
    assertThat(p99 - gain).isBetween(8.0, 12.0);
    assertThat(hedges.path("p99").path("lowMs").asDouble()).isBetween(0.1, gain);
    assertThat(hedges.path("cost").asDouble()).isBetween(0.02, 0.2);
    JsonNode first = json.path("actions").path(0);
    assertThat(first.path("if").asText()).isEqualTo("hedged");
    assertThat(first.path("why").asText()).isEqualTo("unknown");
    assertThat(json.path("notSentAgain").path(0).path("why").asText()).isEqualTo("may_write");
  }

  @Test
  @Tag("long")
  void aStageAloneIsExportedToo() throws IOException {
    Path plan = folder.resolve("plan.json");
    assertDone(curtail("traces", "plan", jaeger, "--budget", "0.05", "--out", plan));
    Terminal polly =
        assertDone(
            curtail(
                "export", plan, "--stage", "front to catalog shop.Catalog/Get", "--to", "polly"));
    assertThat(polly.out()).contains("Hedging");
    assertUsageError(
        curtail("export", plan, "--to", "polly"), "--to polly supports one service at a time");
    assertUsageError(
        curtail("export", plan, "--to", "grpc", "--service", "a.B"),
        "--service works only with --stage");
    assertUsageError(curtail("traces", "plan", jaeger, "--speedup", "0.5"), "--speedup: expected");
    assertUsageError(
        curtail("traces", "plan", jaeger, "--out", jaeger), "--out: expected another file");
  }

  @Test
  void whereNothingMayBeSentAgainNothingIsWritten() {
    Path plan = folder.resolve("plan.json");
    Terminal run =
        assertDone(curtail("traces", "plan", jaeger, "--never-repeat", "catalog", "--out", plan));
    assertThat(run.err()).contains("no plan was written");
    assertThat(run.out()).contains("Find out why catalog shop.Catalog/Get is sometimes slow");
    assertThat(Files.exists(plan)).isFalse();
  }

  @Test
  void thePageShowsWhatToDoAndIsWellFormed() throws Exception {
    Path page = folder.resolve("page.html");
    assertDone(curtail("traces", "report", jaeger, "--budget", "0.05", "--out", page));
    String html = Files.readString(page);
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(html.replace("<!DOCTYPE html>", ""))));
    NodeList sections = document.getElementsByTagName("section");
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < sections.getLength(); i++) {
      ids.add(((Element) sections.item(i)).getAttribute("id"));
    }
    assertThat(ids).containsExactly("", "actions", "requests", "path", "graph", "stages");
    assertThat(html)
        .contains("Slow requests wait for catalog shop.Catalog/Get", "Send front to catalog")
        .doesNotContain("<script");
    // A figure is drawn for a laptop and for a phone.
    assertThat(document.getElementsByTagName("figcaption").getLength()).isEqualTo(5);
    assertUsageError(curtail("traces", "report", jaeger), "--out is missing");
    assertUsageError(curtail("traces", "report", jaeger, "--out", page), "page.html");
  }
}
