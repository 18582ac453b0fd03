package org.curtail.benchkit.terminal;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.curtail.json.FormatException;

/** Exceptions in words: the JDK's file exceptions often have a bare path as their message. */
public final class Failure {
  private Failure() {}

  /** The error in one line, without the names of Java classes. */
  public static String reason(Throwable failure) {
    return switch (failure) {
      case NoSuchFileException e -> "no such file: " + e.getFile();
      case AccessDeniedException e -> "permission denied: " + e.getFile();
      case NotDirectoryException e -> "not a folder: " + e.getFile();
      case FileAlreadyExistsException e -> "already there: " + e.getFile();
      case FileSystemException e when e.getReason() != null -> e.getReason() + ": " + e.getFile();
      // Our messages are one line already, except for quotations, which must not be cut off
      // there.
      case UsageError e -> String.valueOf(e.getMessage());
      case Interrupted e -> String.valueOf(e.getMessage());
      case FormatException e -> String.valueOf(e.getMessage());
      case StackOverflowError e -> "out of stack: something in the input is nested too deeply";
      case OutOfMemoryError e -> "out of memory; give more with CURTAIL_JAVA_OPTS=-Xmx8g";
      default -> {
        String message = failure.getMessage();
        yield message == null || message.isBlank()
            ? failure.getClass().getSimpleName()
            : message.lines().findFirst().orElse("");
      }
    };
  }
}
