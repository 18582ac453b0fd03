package org.curtail.springboot;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.curtail.hedge.Hedge;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A small service that uses the beans of the starter. */
@SpringBootConfiguration
@EnableAutoConfiguration
@RestController
class SampleService {
  final CountDownLatch begun = new CountDownLatch(1);
  final CountDownLatch release = new CountDownLatch(1);

  private final Curtail curtail;
  private final Hedge hedge;

  SampleService(Curtail curtail, Hedge hedge) {
    this.curtail = curtail;
    this.hedge = hedge;
  }

  /** Sums square roots. */
  @GetMapping("/roots")
  double roots(@RequestParam("chunks") int chunks) throws InterruptedException, ExecutionException {
    return curtail.run(SharedWork.of(chunks, chunk -> Math.sqrt(chunk), Double::sum));
  }

  /** Takes until a test releases it. */
  @GetMapping("/slow")
  int slow() throws InterruptedException, ExecutionException {
    return curtail.run(
        SharedWork.of(
            1,
            chunk -> {
              begun.countDown();
              release.await();
              return 42;
            },
            Integer::sum));
  }

  /** Calls another service: this one stands for it. */
  @GetMapping("/remote")
  CompletableFuture<String> remote() {
    return hedge.call(attempt -> CompletableFuture.completedFuture("answer"));
  }
}
