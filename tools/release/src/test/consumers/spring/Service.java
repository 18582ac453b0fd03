package com.example;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A service with an engine, which asks itself and prints its own metrics. */
@SpringBootApplication
@RestController
public class Service {
  private final Curtail curtail;

  public Service(Curtail curtail) {
    this.curtail = curtail;
  }

  @GetMapping("/roots")
  public double roots() throws Exception {
    return curtail.run(SharedWork.of(1_000, chunk -> Math.sqrt(chunk), Double::sum));
  }

  public static void main(String[] args) throws Exception {
    try (var context = SpringApplication.run(Service.class, args)) {
      String port = context.getEnvironment().getProperty("local.server.port");
      System.out.println("sum: " + get("http://127.0.0.1:" + port + "/roots"));
      Thread.sleep(500); // Metrics are read a few times a second at most.
      System.out.println(get("http://127.0.0.1:" + port + "/actuator/prometheus"));
    }
  }

  private static String get(String address) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create(address)).build();
      return client.send(request, BodyHandlers.ofString()).body();
    }
  }
}
