SELECT no_such_function();
