package org.curtail.benchkit.terminal;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.curtail.json.FormatException;

/** Texts of exceptions: the message of the JDK's file exceptions is often only a path. */
public final class Failure {
  private Failure() {}

  /** Returns the error in one line, without the names of Java classes. */
  public static String reason(Throwable failure) {
    return switch (failure) {
      case NoSuchFileException e -> "no such file: " + e.getFile();
      case AccessDeniedException e -> "permission denied: " + e.getFile();
      case NotDirectoryException e -> "not a folder: " + e.getFile();
      case FileAlreadyExistsException e -> "already there: " + e.getFile();
      case FileSystemException e when e.getReason() != null -> e.getReason() + ": " + e.getFile();
      // Our messages have one line, except for quotations, which must stay complete.
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
