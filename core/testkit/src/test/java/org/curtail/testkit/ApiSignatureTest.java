package org.curtail.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

public class ApiSignatureTest {
  /** Members that the listing must contain, and members that it must not. */
  public abstract static class Sample<T extends Comparable<T> & Serializable> extends Hidden
      implements Comparable<Sample<T>>, Secret {
    public static final int LIMIT = 3;
    protected int inherited;
    int secret;

    protected Sample(T first) {}

    Sample() {}

    public abstract <K extends T> Map<K, ? super List<T[]>> all(Function<?, ? extends K> by)
        throws IOException;

    public final void close(String... names) {}

    void hidden() {}

    @Override
    public String toString() {
      return "not a news";
    }

    public record Point(double x, List<String> y) {
      public Point(double x) {
        this(x, List.of());
      }

      static Point secret() {
        return new Point(0);
      }
    }

    public enum Colour {
      RED,
      GREEN
    }

    public sealed interface Shape permits Round, Unknown {
      int corners();

      default boolean isRound() {
        return corners() == 0;
      }
    }

    public static final class Round implements Shape {
      @Override
      public int corners() {
        return 0;
      }

      @SuppressWarnings("ProtectedMembersInFinalClass")
      protected void notForUsers() {}

      public static final int CORNERS = 0;
      public static int counter;
    }

    private static final class Unknown implements Shape {
      @Override
      public int corners() {
        return 0;
      }
    }
  }

  static class Hidden {
    public void inheritedByUsers() {}

    /** Public itself, but within a class that is not. */
    public static final class Inner {}
  }

  interface Secret {}

  private static final String SAMPLE = "org.curtail.testkit.ApiSignatureTest.Sample";

  @Test
  void aListingHasWhatUsersCanNameAndCallAndNothingElse() {
    String text =
        ApiListing.text(
            List.of(
                ApiSignature.of(Sample.class),
                ApiSignature.of(Sample.Shape.class),
                ApiSignature.of(Sample.Point.class),
                ApiSignature.of(Sample.Round.class),
                ApiSignature.of(Sample.Colour.class)));
    assertThat(text)
        .isEqualTo(
            """
            SAMPLE.Colour: enum
              constant GREEN
              constant RED
            SAMPLE.Point: record(double x, java.util.List<String> y)
              new(double)
            SAMPLE.Round: final class implements SAMPLE.Shape
              int corners()
              new()
              static final int CORNERS
              static int counter
            SAMPLE.Shape: sealed interface permits SAMPLE.Round
              abstract int corners()
              default boolean isRound()
            SAMPLE: abstract class<T extends Comparable<T> & java.io.Serializable> implements Comparable<SAMPLE<T>>
              abstract <K extends T> java.util.Map<K, ? super java.util.List<T[]>> all(java.util.function.Function<?, ? extends K>) throws java.io.IOException
              final void close(String...)
              protected int inherited
              protected new(T)
              static final int LIMIT
              void inheritedByUsers()
            """
                .replace("SAMPLE", SAMPLE));
  }

  @Test
  void typesThatUsersCannotNameAreNotVisible() {
    assertThat(ApiSignature.isVisible(Sample.class)).isTrue();
    assertThat(ApiSignature.isVisible(Sample.Point.class)).isTrue();
    assertThat(ApiSignature.isVisible(Hidden.class)).isFalse();
    assertThat(ApiSignature.isVisible(Sample.Unknown.class)).isFalse();
    assertThat(ApiSignature.isVisible(Hidden.Inner.class)).isFalse();
    assertThat(ApiSignature.isVisible(new Object() {}.getClass())).isFalse();
  }

  @Test
  void aDifferenceNamesWhatCameAndWentWithItsTypeAndHowToAcceptIt() {
    String before = "# a\na.A: class\n  int size()\n  new()\na.B: class\n  new()\n";
    String now = "# b\na.A: class\n  long size()\n  new()\n";
    assertThat(ApiListing.difference("curtail-x", before, now))
        .isEqualTo(
            """
            The public API of curtail-x is no longer what curtail-x/api.txt lists.
            added:
              a.A: long size()
            removed:
              a.A: int size()
              a.B: class
              a.B: new()
            If that is meant, let the test write the file and commit it:
              ./mvnw test -Dtest=ApiListingTest -Dsurefire.failIfNoSpecifiedTests=false -Dapi.accept
            """);
    assertThat(ApiListing.difference("curtail-x", now, now)).isEmpty();
    assertThat(ApiListing.difference("curtail-x", "", now)).contains("removed: nothing");
  }
}
