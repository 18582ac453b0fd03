package org.curtail.opensearch.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/** Wire format of figures, between plugins of the same or of two versions. */
@Timeout(60)
class WireFormTest {
  /** The next value in the same message. */
  private static final long NEXT = 4711;

  private static NodeFigures sent(Writeable written) throws IOException {
    try (var out = new BytesStreamOutput()) {
      written.writeTo(out);
      out.writeLong(NEXT);
      try (StreamInput in = out.bytes().streamInput()) {
        NodeFigures read = Frame.read(in, NodeFigures.class);
        assertThat(in.readLong()).as("what follows").isEqualTo(NEXT);
        assertThat(in.available()).isZero();
        return read;
      }
    }
  }

  @Test
  void whatIsReadIsWhatWasWritten() {
    Cases.random(
        1,
        200,
        random -> {
          NodeFigures figures = figures(random);
          assertThat(sent(figures)).isEqualTo(figures);
        });
  }

  private static NodeFigures figures(RandomGenerator random) {
    return new NodeFigures(
        text(random),
        random.nextBoolean(),
        text(random),
        random.nextInt(1, 1_000),
        counts(random),
        new NodeFigures.Searches(
            count(random),
            count(random),
            count(random),
            count(random),
            random.nextInt(1_000),
            random.nextInt(1_000)),
        new NodeFigures.Admission(
            random.nextInt(1_000),
            count(random),
            count(random),
            count(random),
            count(random),
            counts(random)),
        new NodeFigures.Causes(count(random), counts(random), counts(random)),
        new NodeFigures.Times(random.nextDouble(), random.nextDouble(), random.nextDouble()),
        new HedgingFigures(
            random.nextBoolean(),
            counts(random),
            counts(random),
            counts(random),
            Map.of(text(random), learned(random))),
        List.of(text(random), text(random)),
        Map.of(
            text(random),
            new NodeFigures.Kind(count(random), random.nextDouble(), random.nextDouble())));
  }

  private static HedgingFigures.Learned learned(RandomGenerator random) {
    return new HedgingFigures.Learned(
        count(random),
        count(random),
        count(random),
        random.nextDouble(),
        random.nextDouble(),
        random.nextDouble(),
        random.nextDouble(),
        random.nextDouble());
  }

  private static String text(RandomGenerator random) {
    return Long.toString(random.nextLong(), Character.MAX_RADIX);
  }

  private static long count(RandomGenerator random) {
    return random.nextLong(Long.MAX_VALUE);
  }

  private static Map<String, Long> counts(RandomGenerator random) {
    var counts = new LinkedHashMap<String, Long>();
    for (int i = random.nextInt(4); i > 0; i--) {
      counts.put(text(random), count(random));
    }
    return counts;
  }

  /** Bytes of a future plugin, written by hand: known fields and new ones. */
  @Test
  void aNewerNodesFiguresAreReadAndWhatIsNewInThemIsSkipped() throws IOException {
    NodeFigures read =
        sent(out ->
            frame(
                out,
                node -> {
                  node.writeString("searcher");
                  node.writeBoolean(true);
                  node.writeString("fixed-2");
                  node.writeVInt(8);
                  counts(node, "windows", 11);
                  frame(
                      node,
                      searches -> {
                        for (int i = 21; i <= 24; i++) {
                          searches.writeVLong(i);
                        }
                        searches.writeVInt(25);
                        searches.writeVInt(26);
                        searches.writeString("new of searches");
                      });
                  frame(
                      node,
                      admission -> {
                        admission.writeVInt(31);
                        for (int i = 32; i <= 35; i++) {
                          admission.writeVLong(i);
                        }
                        counts(admission, "normal", 36);
                        counts(admission, "new of admission", 37);
                      });
                  frame(
                      node,
                      causes -> {
                        causes.writeVLong(41);
                        counts(causes, "fetch", 42);
                        counts(causes, "new cause", 43);
                        causes.writeVLong(44);
                      });
                  frame(
                      node,
                      times -> {
                        for (int i = 51; i <= 54; i++) {
                          times.writeDouble(i);
                        }
                      });
                  frame(node, WireFormTest::newerHedging);
                  node.writeStringCollection(List.of("It serves."));
                  node.writeVInt(0);
                  node.writeString("new of the node");
                  frame(node, more -> more.writeVInt(1));
                }));
    assertThat(read)
        .isEqualTo(
            new NodeFigures(
                "searcher",
                true,
                "fixed-2",
                8,
                Map.of("windows", 11L),
                new NodeFigures.Searches(21, 22, 23, 24, 25, 26),
                new NodeFigures.Admission(31, 32, 33, 34, 35, Map.of("normal", 36L)),
                new NodeFigures.Causes(41, Map.of("fetch", 42L), Map.of("new cause", 43L)),
                new NodeFigures.Times(51, 52, 53),
                new HedgingFigures(
                    true,
                    Map.of("copies", 61L),
                    Map.of("load", 62L),
                    Map.of("scroll", 63L),
                    Map.of(
                        "words query+fetch",
                        new HedgingFigures.Learned(71, 72, 73, 74, 75, 76, 77, 78))),
                List.of("It serves."),
                Map.of()));
  }

  @Test
  void anOlderNodesFiguresAreReadWithoutWhatItDoesNotSay() throws IOException {
    try (var out = new BytesStreamOutput()) {
      frame(
          out,
          admission -> {
            admission.writeVInt(31);
            for (int i = 32; i <= 35; i++) {
              admission.writeVLong(i);
            }
          });
      try (StreamInput in = out.bytes().streamInput()) {
        assertThat(Frame.read(in, NodeFigures.Admission.class))
            .isEqualTo(new NodeFigures.Admission(31, 32, 33, 34, 35, Map.of()));
        assertThat(in.available()).isZero();
      }
    }
  }

  private static void newerHedging(StreamOutput hedging) throws IOException {
    hedging.writeBoolean(true);
    counts(hedging, "copies", 61);
    counts(hedging, "load", 62);
    counts(hedging, "scroll", 63);
    hedging.writeVInt(1);
    hedging.writeString("words query+fetch");
    frame(
        hedging,
        learned -> {
          for (int i = 71; i <= 73; i++) {
            learned.writeVLong(i);
          }
          for (int i = 74; i <= 79; i++) {
            learned.writeDouble(i);
          }
        });
    hedging.writeString("new of hedging");
  }

  private static void frame(StreamOutput out, Writeable fields) throws IOException {
    try (var bytes = new BytesStreamOutput()) {
      fields.writeTo(bytes);
      out.writeVInt(bytes.size());
      bytes.bytes().writeTo(out);
    }
  }

  private static void counts(StreamOutput out, String name, long count) throws IOException {
    out.writeVInt(1);
    out.writeString(name);
    out.writeVLong(count);
  }
}
