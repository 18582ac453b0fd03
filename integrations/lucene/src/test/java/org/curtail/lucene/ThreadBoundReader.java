package org.curtail.lucene;

import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.FilterNumericDocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.Bits;
import org.jspecify.annotations.Nullable;

/**
 * A reader whose live documents and numbers may be read only by the thread that requested them, as
 * in Lucene's contract.
 */
final class ThreadBoundReader extends FilterDirectoryReader {
  ThreadBoundReader(DirectoryReader in) throws IOException {
    super(
        in,
        new SubReaderWrapper() {
          @Override
          public LeafReader wrap(LeafReader reader) {
            return new Leaf(reader);
          }
        });
  }

  @Override
  protected DirectoryReader doWrapDirectoryReader(DirectoryReader other) throws IOException {
    return new ThreadBoundReader(other);
  }

  @Override
  public @Nullable CacheHelper getReaderCacheHelper() {
    return in.getReaderCacheHelper();
  }

  private static final class Owner {
    private final Thread thread = Thread.currentThread();

    @SuppressWarnings("ReferenceEquality") // The same thread.
    void check(String what) {
      if (Thread.currentThread() != thread) {
        throw new AssertionError(
            "%s reads %s that %s asked for".formatted(Thread.currentThread(), what, thread));
      }
    }
  }

  private static final class Leaf extends FilterLeafReader {
    Leaf(LeafReader in) {
      super(in);
    }

    @Override
    public @Nullable Bits getLiveDocs() {
      Bits live = in.getLiveDocs();
      if (live == null) {
        return null;
      }
      var owner = new Owner();
      return new Bits() {
        @Override
        public boolean get(int index) {
          owner.check("live documents");
          return live.get(index);
        }

        @Override
        public int length() {
          return live.length();
        }
      };
    }

    @Override
    public @Nullable NumericDocValues getNumericDocValues(String field) throws IOException {
      NumericDocValues numbers = in.getNumericDocValues(field);
      if (numbers == null) {
        return null;
      }
      var owner = new Owner();
      return new FilterNumericDocValues(numbers) {
        @Override
        public boolean advanceExact(int target) throws IOException {
          owner.check("numbers");
          return super.advanceExact(target);
        }
      };
    }

    @Override
    public @Nullable CacheHelper getCoreCacheHelper() {
      return in.getCoreCacheHelper();
    }

    @Override
    public @Nullable CacheHelper getReaderCacheHelper() {
      return in.getReaderCacheHelper();
    }
  }
}
