package org.curtail.cli.serve.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page in headless Chromium, by the DevTools protocol over the JDK's own WebSocket client. */
final class Chromium implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern LISTENING = Pattern.compile("DevTools listening on (ws://\\S+)");
  private static final long STEP_MS = 200;

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger numbers = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final List<String> complaints = Collections.synchronizedList(new ArrayList<>());
  private String session = "";

  private Chromium(Process process, URI address) {
    this.process = process;
    socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, new Ear()).join();
  }

  /** Finds the program; empty if it is not installed. */
  static Optional<Path> program() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .flatMap(folder ->
            Stream.of("chromium", "chromium-browser", "google-chrome")
                .map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts the program with a new profile, and opens a page. */
  static Chromium open(Path program, Path profile, String url) throws IOException {
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .start();
    var lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher matcher = LISTENING.matcher(line);
      if (matcher.find()) {
        Thread.ofVirtual().start(() -> lines.lines().forEach(_ -> {}));
        var browser = new Chromium(process, URI.create(matcher.group(1)));
        browser.attach(url);
        return browser;
      }
    }
    process.destroyForcibly();
    throw new IOException("Chromium does not say where it listens");
  }

  private void attach(String url) {
    String target =
        call("Target.createTarget", Map.of("url", "about:blank")).path("targetId").asText();
    session =
        call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
            .path("sessionId")
            .asText();
    call("Runtime.enable", Map.of());
    call("Log.enable", Map.of());
    call("Page.enable", Map.of());
    call("Page.navigate", Map.of("url", url));
  }

  void reload() {
    call("Page.reload", Map.of());
  }

  private JsonNode call(String method, Map<String, ?> parameters) {
    int number = numbers.incrementAndGet();
    var answer = new CompletableFuture<JsonNode>();
    answers.put(number, answer);
    ObjectNode message = JSON.createObjectNode().put("id", number).put("method", method);
    message.set("params", JSON.valueToTree(parameters));
    if (!session.isEmpty()) {
      message.put("sessionId", session);
    }
    socket.sendText(message.toString(), true).join();
    return answer.orTimeout(2, TimeUnit.MINUTES).join();
  }

  /** Returns the value of an expression as text. */
  String text(String expression) {
    JsonNode result =
        call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
    return result.path("result").path("value").asText();
  }

  /** Waits until an expression is true. */
  void await(String expression) throws InterruptedException {
    while (!text("Boolean(" + expression + ")").equals("true")) {
      TimeUnit.MILLISECONDS.sleep(STEP_MS);
    }
  }

  /** Returns errors and warnings of the console, and exceptions. */
  List<String> complaints() {
    return List.copyOf(complaints);
  }

  private final class Ear implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        try {
          received(JSON.readTree(text.toString()));
        } catch (IOException e) {
          complaints.add(e.toString());
        }
        text.setLength(0);
      }
      from.request(1);
      return CompletableFuture.completedStage(null);
    }

    private void received(JsonNode message) {
      CompletableFuture<JsonNode> answer = answers.remove(message.path("id").asInt());
      if (answer != null) {
        if (message.has("error")) {
          answer.completeExceptionally(new IllegalStateException(message.path("error").toString()));
        } else {
          answer.complete(message.path("result"));
        }
        return;
      }
      JsonNode parameters = message.path("params");
      switch (message.path("method").asText()) {
        case "Runtime.exceptionThrown" -> complaints.add(parameters.toString());
        case "Runtime.consoleAPICalled" -> {
          if (!parameters.path("type").asText().equals("log")) {
            complaints.add(parameters.toString());
          }
        }
        case "Log.entryAdded" -> complaints.add(parameters.path("entry").toString());
        default -> {
          // Other events are of no interest.
        }
      }
    }
  }

  @Override
  public void close() {
    socket.abort();
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
